//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = f32:0*32
//@ in: zero = f32:0
//@ dispatch: 1

// Divisions, shifts, conversions, and NaN.
RWStructuredBuffer<float> data : register(u0);
StructuredBuffer<float> zero : register(t1);
[[vk::ext_instruction(196)]] uint shifted(uint value, uint by);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    data[index] = 12 / index;
//~               ^ error[E6301]: division by zero (int-div-zero)
    data[4 + index] = shifted(1, 30 + index);
//~                   ^ warning[E6302]: shift of a 32-bit integer by 32 (shift)
    data[8 + index] = int(3e9 * index);
//~                       ^ warning[E6303]: 3000000000 is out of range for type int (float-to-int)
    float nothing = zero[0] / (zero[0] * index);
    data[12 + index] = max(nothing, 1);
    data[16 + index] = nothing;
//~ ^ warning[E6304]: NaN is stored to data[16]; it originates at line 20 (nan)
    data[20 + index] = int(index) % -2;
}
