//@ run: -T ps_6_0
float4 main(float2 uv : UV) : SV_Target {
    float twice = 2 uv.x;
//~                 ^ error[E1103]: expected an operator or ';', found 'uv'
    return twice;
}
