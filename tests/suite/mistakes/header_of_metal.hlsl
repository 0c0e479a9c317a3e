//@ run: -T ps_6_0
#include <metal_texture>
//~      ^ fatal error[E1041]: cannot find the included file 'metal_texture'
//~      ^ note: this is a Metal header; HLSL has no standard headers
float4 main() : SV_Target {
    return 1;
}
