//@ run: -T ps_6_0
SamplerState smooth : register(q1);
//~                            ^ error[E2051]: a register is a letter and a number, such as t0
//~                            ^ note: b is for constant buffers, t for what is read, u for what is written, s for samplers
Texture2D paint : register(t0, 2);
//~                            ^ error[E2051]: a register is a letter and a number, such as t0
//~                            ^ note: a space is written 'space2'
float4 main() : SV_Target {
    return paint.Sample(smooth, 0.5);
}
