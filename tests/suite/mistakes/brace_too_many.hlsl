//@ run: -T ps_6_0
float4 main() : SV_Target {
    return 0;
} }
//~ error[E1104]: unmatched '}'
