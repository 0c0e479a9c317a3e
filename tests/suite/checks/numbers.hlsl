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
//~               ^ error[E6301]: a division by zero (int-div-zero)
    data[4 + index] = shifted(1, 30 + index);
//~                   ^ warning[E6302]: a shift of 32 bits by 32 (shift)
    data[8 + index] = int(3e9 * index);
//~                       ^ warning[E6303]: 3000000000 is no number of the type int (float-to-int)
    float nothing = zero[0] / (zero[0] * index);
    data[12 + index] = max(nothing, 1);
    data[16 + index] = nothing;
//~ ^ warning[E6304]: NaN goes to data[16]; it came from line 20 (nan)
    data[20 + index] = int(index) % -2;
}
