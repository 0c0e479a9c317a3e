//@ run: -T cs_6_0 -Wno-everything -fspv-target-env=vulkan1.2
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// Lanes that are not active, or not there, have no value to read.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint value = WaveReadLaneAt(index, index ^ 1);
    if (index < 8)
        value += WaveReadLaneAt(index, 9);
//~              ^ error[E6103]: read of inactive lane 9 (wave-inactive)
    data[index] = value + WaveReadLaneAt(index, 32 + index - index);
//~                       ^ error[E6103]: read of lane 32, which is out of range (wave size 32) (wave-inactive)
    if (index != 2)
        data[32 + index] = QuadReadAcrossX(index);
//~                        ^ error[E6104]: quad read with only 3 of 4 lanes active in its quad (quad-inactive)
}
