#version 450
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) coherent buffer Bins { uint bins[256]; int low; int high; };
layout(std430, set = 0, binding = 1) readonly buffer Input { uint values[]; };
shared uint local_bins[256];
void main() {
  uint lane = gl_LocalInvocationIndex;
  local_bins[lane] = 0u;
  barrier();
  for (uint i = lane; i < uint(values.length()); i += 256u) {
    atomicAdd(local_bins[values[i] & 255u], 1u);
    atomicMin(low, int(values[i]));
    atomicMax(high, int(values[i]));
  }
  memoryBarrierShared();
  barrier();
  uint old = atomicExchange(bins[lane], local_bins[lane]);
  atomicCompSwap(bins[lane], old, old + 1u);
  atomicOr(bins[0], atomicAnd(bins[1], atomicXor(bins[2], lane)));
}
