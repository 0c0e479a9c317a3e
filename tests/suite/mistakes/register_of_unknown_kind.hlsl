//@ run: -T ps_6_0
SamplerState smooth : register(q1);
//~                            ^ error[E2051]: invalid register: expected a letter and a number, such as t0
//~                            ^ note: use b for constant buffers, t for read-only resources, u for writable resources, s for samplers
Texture2D paint : register(t0, 2);
//~                            ^ error[E2051]: invalid register: expected a letter and a number, such as t0
//~                            ^ note: did you mean 'space2'?
float4 main() : SV_Target {
    return paint.Sample(smooth, 0.5);
}
