//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    float spare = at.x;
    return 1;
}
