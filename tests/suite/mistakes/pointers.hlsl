//@ run: -T ps_6_0
void set(float* place) {
//~           ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
    *place = 1;
//~ ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
}
float4 main() : SV_Target {
    float value;
    set(&value);
//~     ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
    return value;
}
