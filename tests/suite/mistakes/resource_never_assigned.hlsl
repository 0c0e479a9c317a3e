//@ run: -T ps_6_0
Texture2D paint : register(t0);
Texture2D other : register(t1);
SamplerState smooth : register(s2);
float4 from(Texture2D map, float2 uv) {
    return map.Sample(smooth, uv);
}
float4 main(float2 uv : UV, uint choice : CHOICE) : SV_Target {
    Texture2D map;
    Texture2D set;
    set = paint;
    return map.Sample(smooth, uv) + set.Sample(smooth, uv) + from(set, uv);
//~        ^ warning[W2132]: 'map' is used uninitialized
}
