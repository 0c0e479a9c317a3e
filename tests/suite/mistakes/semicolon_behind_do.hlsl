//@ run: -T ps_6_0
float4 main(float2 uv : UV) : SV_Target {
    float x = 0;
    do { x += uv.x; } while (x < 4)
//~                                ^ error[E1102]: expected ';' after 'do ... while'
    return x;
}
