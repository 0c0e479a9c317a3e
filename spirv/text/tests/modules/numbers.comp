#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { double d; int64_t l; uint64_t u; float f[4]; int i[4]; };
void main() {
  float16_t h = float16_t(f[0]) * 1.5hf;
  int16_t s = int16_t(i[0]) - 3s;
  int8_t b = int8_t(s);
  l = l * 5000000000l - int64_t(b);
  u = uint64_t(l) >> 7 | 0xFFFFFFFF00000000ul;
  d = sqrt(d) * 1e300lf + double(h);
  f[1] = fma(f[1], 1.0 / 0.0, float(h)) + pow(f[2], 0.1) + mod(f[3], 1e-30);
  uint carry; uint sum = uaddCarry(uint(i[1]), 7u, carry);
  int msb; int lsb; imulExtended(i[2], i[3], msb, lsb);
  i[1] = int(sum + carry) + msb + lsb + bitfieldExtract(i[0], 3, 5) + bitCount(i[2]) + findMSB(i[3]);
  int e; f[0] = frexp(f[0], e) + ldexp(f[2], e) + roundEven(f[1]) + smoothstep(0.0, 1.0, f[3]);
  i[0] = bitfieldInsert(i[0], i[1], 4, 8) % -7;
  f[2] = uintBitsToFloat(packHalf2x16(vec2(f[0], f[1]))) + unpackUnorm4x8(uint(i[3])).y;
  f[3] = isnan(f[2]) || isinf(f[2]) ? 0.0 : trunc(f[2]);
}
