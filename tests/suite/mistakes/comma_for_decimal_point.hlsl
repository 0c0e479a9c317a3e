//@ run: -T ps_6_0
float4 main() : SV_Target {
    float gain = 2,5;
//~                ^ error[E1103]: expected a name, found '5'
    return gain;
}
