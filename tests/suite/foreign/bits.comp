//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:305419896,2147483649,0,4294967295
//@ in: 0:1 = u32:0*80
//@ dispatch: 4
//@ out: 0:1 = u32:13,510274632,3,28,28,1383,1383,305441656,188759876,2289644728,4178307276,0,2959855665,1,1945951423,3989547399,138,38177487,439041024,596523,2,2147483649,0,31,30,0,0,2147527425,1327217885,506952121,820265763,1,506952122,1,3788015176,2147483646,129,4026531840,128,4194304,0,0,4294967295,4294967295,4294967295,0,0,43776,0,0,0,0,2654435769,1,1640531527,4294967295,0,0,0,0,32,4294967295,0,31,4294967295,4095,4294967295,4294945791,2654435768,1640531527,0,1,2654435768,0,1640531526,0,510,4294967295,4294967168,8388607
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Bits that are counted, found, turned round, taken out and put in; sums and products that are wider than a word.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { uint v[]; } source;
layout(std430, binding = 1) buffer Result { uvec4 v[]; } result;

void main() {
    uint k = gl_GlobalInvocationID.x, at = 5u * k;
    uint x = source.v[k], y = 0x9e3779b9u;
    result.v[at] = uvec4(bitCount(x), bitfieldReverse(x), findLSB(x), findMSB(x));
    result.v[at + 1u] = uvec4(findMSB(int(x)), bitfieldExtract(x, 4, 12), bitfieldExtract(int(x), 4, 12), bitfieldInsert(x, 0xabu, 8, 8));
    uint high, low, carry, borrow;
    int signed_high, signed_low;
    umulExtended(x, y, high, low);
    imulExtended(int(x), int(y), signed_high, signed_low);
    uint sum = uaddCarry(x, y, carry);
    uint difference = usubBorrow(x, y, borrow);
    result.v[at + 2u] = uvec4(high, low, signed_high, carry);
    result.v[at + 3u] = uvec4(sum, borrow, difference, ~x);
    vec4 bytes = unpackUnorm4x8(x) * 255.0;
    result.v[at + 4u] = uvec4(uint(round(bytes.x)) + uint(round(bytes.w)), uint(int(x) >> 3), x << 7u, x >> 9u);
}
