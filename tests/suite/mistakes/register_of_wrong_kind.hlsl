//@ run: -T ps_6_0
Texture2D paint : register(u0);
//~               ^ error[E2542]: 'paint' requires a 't' register, found 'u'
float4 main() : SV_Target {
    return paint.Load(int3(0, 0, 0));
}
