//@ run: -T ps_6_0
#include "Misspelt_Macro.hlsl"
//~      ^ fatal error[E1041]: cannot find the included file 'Misspelt_Macro.hlsl'
//~      ^ note: did you mean 'suite/mistakes/misspelt_macro.hlsl'?
float4 main2() : SV_Target {
    return 1;
}
//~? note: searched in suite/mistakes; use -I to add a folder
