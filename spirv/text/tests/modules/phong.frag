#version 450
layout(location = 0) in vec3 normal;
layout(location = 1) in flat uint material;
layout(location = 2) in noperspective centroid vec2 uv;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler2D albedo[4];
layout(set = 0, binding = 1) uniform Light { vec4 position; mediump float power; } lights[2];
void main() {
  if (gl_FragCoord.z > 0.99) discard;
  precise vec3 n = normalize(normal);
  mediump vec4 c = texture(albedo[material & 3u], uv);
  float shade = 0.0;
  for (int i = 0; i < 2; ++i) {
    vec3 l = lights[i].position.xyz - gl_FragCoord.xyz;
    if (dot(l, n) <= 0.0) continue;
    shade += max(dot(reflect(-l, n), vec3(0, 0, 1)), 0.0) * lights[i].power + dFdx(uv.x) * fwidth(uv.y);
  }
  color = vec4(c.rgb * shade, gl_FrontFacing ? c.a : 0.5);
}
