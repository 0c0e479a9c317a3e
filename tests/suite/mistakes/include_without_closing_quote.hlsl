//@ run: -T ps_6_0
#include "lights.hlsli
//~      ^ error[E1040]: #include requires "path" or <path>
float4 main() : SV_Target {
    return 1;
}
