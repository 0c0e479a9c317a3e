//@ run: -T ps_6_0 -E main -fspv-target-env=vulkan1.2
// Indices of resources that differ between invocations.
struct Material { uint map; uint sampling; };
cbuffer Frame { uint fixed; uint steps[4]; };
StructuredBuffer<Material> materials : register(t1);
Texture2D maps[] : register(t0, space1);
SamplerState samplings[8] : register(s0, space2);

float4 look(uint map) { return maps[map].Load(int3(0, 0, 0)); }
//~                                 ^ warning[W2552]: non-uniform index into 'maps' without NonUniformResourceIndex

float4 main(nointerpolation uint id : ID, float2 at : AT) : SV_Target {
    float4 all = maps[fixed].Load(int3(0, 0, 0)) + maps[2].Load(int3(0, 0, 0)) + look(fixed);
    all += maps[NonUniformResourceIndex(id)].Load(int3(0, 0, 0));
    uint marked = NonUniformResourceIndex(materials[id].map);
    all += maps[marked].Load(int3(0, 0, 0)) + maps[marked + 1].Load(int3(0, 0, 0)) + look(marked);
    all += maps[WaveReadLaneFirst(id)].Load(int3(0, 0, 0));
    for (uint step = 0; step < 4; step++) all += maps[steps[step]].Load(int3(0, 0, 0));

    all += maps[id].Load(int3(0, 0, 0));
//~             ^ warning[W2552]: non-uniform index into 'maps' without NonUniformResourceIndex
    Material material = materials[id];
    all += maps[material.map].Sample(samplings[fixed], at);
//~                      ^ warning[W2552]: non-uniform index into 'maps' without NonUniformResourceIndex
    all += maps[materials[id].map].Sample(samplings[materials[id].sampling], at);
//~                           ^ warning[W2552]: non-uniform index into 'maps' without NonUniformResourceIndex
//~                                                               ^ warning[W2552]: non-uniform index into 'samplings' without NonUniformResourceIndex
    return all + look(id + 1);
//~              ^ note: function called here
}
//~? note: wrap the index in NonUniformResourceIndex(...)
//~? note: wrap the index in NonUniformResourceIndex(...)
//~? note: wrap the index in NonUniformResourceIndex(...)
//~? note: wrap the index in NonUniformResourceIndex(...)
//~? note: wrap the index in NonUniformResourceIndex(...)
