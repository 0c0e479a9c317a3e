//@ run: -T cs_6_6 -Wno-everything -fspv-target-env=vulkan1.2
//@ rules: hlsl
//@ in: parts[0] = f32:1
//@ in: parts[1] = f32:2
//@ in: result = f32:0*8
//@ dispatch: 1

// An index beyond an array of resources, and one that differs between lanes.
StructuredBuffer<float> parts[2] : register(t0);
RWStructuredBuffer<float> result : register(u2);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    result[index] = parts[NonUniformResourceIndex(index & 1)][0];
    result[index] += parts[index / 4][0];
//~                  ^ error[E6205]: non-uniform resource index without NonUniformResourceIndex (nonuniform)
    if (index == 0)
        result[7] = parts[NonUniformResourceIndex(2 + index)][0];
//~                 ^ error[E6204]: descriptor index 2 is out of bounds of 'parts' (2 descriptors) (descriptor)
//~     ^ error[E6001]: write-write data race on result[7] (race)
}
