#version 450
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 1) const int count = 4;
layout(constant_id = 2) const float factor = 1.5;
layout(constant_id = 3) const bool flip = true;
const int twice = count * 2 + 1;
layout(std430, set = 0, binding = 0) buffer Data { float data[]; };
shared float tile[twice];
void main() {
  float scratch[count];
  for (int i = 0; i < count; ++i) scratch[i] = data[i] * factor;
  tile[gl_LocalInvocationIndex % uint(twice)] = scratch[count - 1];
  barrier();
  data[gl_GlobalInvocationID.x] = flip ? tile[0] : float(gl_WorkGroupSize.x);
}
