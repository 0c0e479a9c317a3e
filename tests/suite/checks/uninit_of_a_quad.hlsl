//@ run: -T cs_6_6 -Wno-everything -fspv-target-env=vulkan1.3
//@ rules: hlsl
//@ in: data = f32:0*16
//@ dispatch: 1

// A derivative has no value where one of the lanes that it is made of has none, and nowhere else.
RWStructuredBuffer<float> data : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    float number;
    if (index != 5)
        number = index * index;
    float coarse = ddx_coarse(number);
    float fine = ddx_fine(number);
    bool isAny = QuadAny(number > 3);
    if (index < 4)
        data[index] = coarse + isAny;
    if (index != 4 && index != 5)
        data[8 + index] = fine;
    if (index == 7)
        data[index] = coarse;
//~     ^ error[E6207]: stored value depends on uninitialized 'coarse' (uninit)
}
