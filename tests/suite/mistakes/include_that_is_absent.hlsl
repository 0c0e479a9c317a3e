//@ run: -T ps_6_0
#include "lihgting.hlsli"
//~      ^ fatal error[E1041]: cannot find the included file 'lihgting.hlsli'
float4 main() : SV_Target {
    return 1;
}
//~? note: searched in suite/mistakes; use -I to add a folder
