//@ run: -T cs_6_6 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ check: OpCapability AtomicFloat16AddEXT
//@ check: OpCapability AtomicFloat64AddEXT
//@ check: OpCapability AtomicFloat32AddEXT
//@ check: OpExtension "SPV_EXT_shader_atomic_float_add"
//@ check: OpAtomicFAddEXT %half
//@ check: OpAtomicFMaxEXT %half
//@ check: OpAtomicFAddEXT %double
//@ check: OpAtomicFAddEXT %float
//@ check: OpAtomicFAddEXT %float
// The extensions are used without being named where the bits cannot be compared: 16 bits, members, texels, and doubles of
// the workgroup.
struct Item { uint id; float weight; };
RWStructuredBuffer<half> halves;
RWStructuredBuffer<Item> items;
RWTexture2D<float> texels;
groupshared double sum;

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    half old;
    InterlockedAdd(halves[lane], half(1.5), old);
    InterlockedMax(halves[0], old);
    InterlockedAdd(sum, double(lane));
    InterlockedAdd(items[lane].weight, 2.0f);
    InterlockedAdd(texels[uint2(lane, 1)], 0.5f);
}
