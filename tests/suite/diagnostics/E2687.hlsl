//@ run: -T ps_6_0 -HV 202x
float4 main(float2 v : V) : SV_Target {
    float4 w = { v, 1 };
//~              ^ error[E2687]: a value of type 'float2' in an initializer list does not initialize 'float'
    return w;
}
