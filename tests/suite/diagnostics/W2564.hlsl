//@ run: -T ps_6_0
cbuffer Frame {
    float4 tint : packoffset(c1);
//~        ^ note: 'tint' has a packoffset
    float time;
//~       ^ warning[W2564]: 'time' has no packoffset, unlike other members of its cbuffer
    Texture2D picture;
};
cbuffer Placed {
    float4 a : packoffset(c0);
    Texture2D other;
};
float4 main() : SV_Target { return tint * time + a; }
