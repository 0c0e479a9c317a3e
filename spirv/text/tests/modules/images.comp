#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D combined;
layout(set = 0, binding = 1) uniform texture2DArray layers;
layout(set = 0, binding = 2) uniform sampler plain;
layout(set = 0, binding = 3) uniform samplerShadow compare;
layout(set = 0, binding = 4) uniform textureCube cube;
layout(set = 0, binding = 5, rgba8) uniform writeonly image2D target;
layout(set = 0, binding = 6, r32ui) uniform uimage2D counters;
layout(set = 0, binding = 7) uniform samplerBuffer texels;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  ivec2 size = imageSize(target);
  if (p.x >= size.x || p.y >= size.y) return;
  vec2 uv = vec2(p) / vec2(size);
  vec4 c = textureLod(combined, uv, 1.5) + textureGrad(combined, uv, vec2(0.1), vec2(0.2));
  c += textureLod(sampler2DArray(layers, plain), vec3(uv, 2), 0.0) + textureLodOffset(combined, uv, 0.0, ivec2(1, -1));
  c += textureGather(combined, uv, 2) + texelFetch(combined, p, 0) + texelFetch(texels, p.x);
  c.x += texture(samplerCubeShadow(cube, compare), vec4(uv, 0.5, 0.25));
  c.y += float(textureSize(sampler2DArray(layers, plain), 0).z + textureQueryLevels(combined));
  imageAtomicAdd(counters, p, 1u);
  uint n = imageLoad(counters, p).x;
  imageStore(target, p, c * float(n));
}
