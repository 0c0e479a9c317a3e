//@ run: -T ps_6_0
void set(inout float& place) {
//~                 ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
    place = 1;
}
float4 main() : SV_Target {
    float value = 0;
    set(value);
    return value;
}
