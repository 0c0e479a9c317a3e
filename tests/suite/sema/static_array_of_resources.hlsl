//@ run: -T ps_6_0
Texture2D<float4> day, night;
static Texture2D<float4> maps[] = { day, night };
float4 main(uint2 at : AT) : SV_Target { return maps[1][at]; }
