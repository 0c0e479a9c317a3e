//@ run: -T ps_6_0
#include <metal_texture>
//~      ^ fatal error[E1041]: cannot find the included file 'metal_texture'
//~      ^ note: the header belongs to Metal; HLSL has no library of headers
float4 main() : SV_Target {
    return 1;
}
