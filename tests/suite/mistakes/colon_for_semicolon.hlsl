//@ run: -T ps_6_0
float4 main(float2 uv : UV) : SV_Target {
    float x = uv.x:
//~               ^ error[E1103]: expected ';', found ':'
    return x;
}
