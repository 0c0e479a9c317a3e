//@ run: -T ps_6_0
float4 main(float2 uv : UV) : SV_Target {
    brightness = uv.x * 2;
//~ ^ error[E2001]: use of undeclared identifier 'brightness'
    brightness += uv.y;
    return brightness;
}
float4 unused() { return brightness; }
//~                      ^ error[E2001]: use of undeclared identifier 'brightness'
