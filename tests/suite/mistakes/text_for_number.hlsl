//@ run: -T ps_6_0
float4 main() : SV_Target {
    float value = "one";
//~               ^ error[E2118]: cannot implicitly convert 'string' to 'float'
    return value;
}
