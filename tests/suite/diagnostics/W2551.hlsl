//@ run: -T ps_6_0 -E main
// Derivatives that not all pixels of a quad may take part in, and such as they do.
cbuffer Frame { float limit; uint layers; };
Texture2D map : register(t1);
SamplerState smooth : register(s2);
SamplerComparisonState depth : register(s3);

struct In {
    float4 position : SV_Position;
    float2 at : AT;
    nointerpolation float kind : KIND;
    uint id : SV_PrimitiveID;
    bool front : SV_IsFrontFace;
};

struct Surface { float3 tint; float gloss; };

float4 look(float2 at) { return map.Sample(smooth, at); }
//~                             ^ warning[W2551]: derivative 'Sample' in divergent control flow

float4 look_where(float2 at, bool wanted) {
    if (wanted) return map.Sample(smooth, at);
//~                    ^ warning[W2551]: derivative 'Sample' in divergent control flow
//~     ^ note: this condition varies between the pixels of a quad
    return 0;
}

float shade(Surface surface, float2 at) {
    if (surface.gloss > 0.5) return map.Sample(smooth, at).x;
    return 0;
}

float4 main(In input) : SV_Target {
    float4 all = map.Sample(smooth, input.at) + look(input.at);
    // What is the same for a triangle is the same for a quad.
    if (input.kind > 1) all += look(input.at);
    if (input.id > 1) all += ddx(input.at.x);
    if (input.front) all += fwidth(input.at.y);
    if (limit > 1) all += look(input.at);
    if (look_where(input.at, limit > 1).x > 1) discard;
    for (uint layer = 0; layer < layers; layer++) all += look(input.at * layer);
    Surface surface;
    surface.tint = all.xyz;
    surface.gloss = limit;
    all += shade(surface, input.at);
    if (surface.gloss > 1) all += look(input.at);
    // Levels that are given need no neighbours.
    if (input.at.x > 1) all += map.SampleLevel(smooth, input.at, 0) + map.SampleGrad(smooth, input.at, 0, 0);

    if (input.at.x > 1) all += map.Sample(smooth, input.at);
//~                            ^ warning[W2551]: derivative 'Sample' in divergent control flow
//~     ^ note: this condition varies between the pixels of a quad
    if (all.x > 1) all += look(input.at);
//~     ^ note: this condition varies between the pixels of a quad
//~                       ^ note: function called here
    all += look_where(input.at, input.at.y > 1);
//~        ^ note: function called here
    surface.gloss = input.at.x;
    if (surface.gloss > 1) all += ddy(input.at.x);
//~                               ^ warning[W2551]: derivative 'ddy' in divergent control flow
//~     ^ note: this condition varies between the pixels of a quad
    for (float walk = 0; walk < 1; walk += 0.1) {
        all += map.SampleCmp(depth, input.at, walk);
//~            ^ warning[W2551]: derivative 'SampleCmp' in divergent control flow
        if (all.w > 0.9) break;
//~         ^ note: this condition varies between the pixels of a quad
    }
    if (input.position.x > 100) return all;
//~     ^ note: this condition varies between the pixels of a quad
    return all + map.SampleBias(smooth, input.at, 1);
//~              ^ warning[W2551]: derivative 'SampleBias' in divergent control flow
}
