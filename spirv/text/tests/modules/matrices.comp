#version 450
layout(local_size_x = 4, local_size_y = 2) in;
struct Transform { mat4 m; mat3 n; vec3 offset; float scale; };
layout(std140, row_major, set = 1, binding = 2) uniform Constants { Transform t[3]; mat2x3 k; };
layout(std430, set = 0, binding = 0) buffer Out { vec4 result[]; };
const vec4 table[3] = vec4[3](vec4(1), vec4(0, 1, 2, 3), vec4(-1.5));
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 v = t[i % 3].m * vec4(t[1].offset, 1.0);
  vec3 w = v.xyz * t[2].n * t[0].scale;
  mat4 p = t[0].m * transpose(t[1].m);
  result[i] = p[i & 3u] + inverse(p) * v + vec4(w + k * vec2(1, 2), determinant(t[0].n)) + table[i % 3];
}
