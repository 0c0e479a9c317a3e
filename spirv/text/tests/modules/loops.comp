#version 450
// Loops of every shape: for, while, do-while, nested with break and continue, endless with a return inside.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Data { uint data[]; };
uint collatz(uint n) {
  uint steps = 0;
  while (true) {
    if (n == 1u) return steps;
    if (steps > 1000u) break;
    n = (n & 1u) == 0u ? n / 2u : 3u * n + 1u;
    steps++;
  }
  return ~0u;
}
void main() {
  uint id = gl_GlobalInvocationID.x;
  if (id >= uint(data.length())) return;
  uint sum = 0;
  for (uint i = 0; i < 16u; ++i) {
    if (i == 3u) continue;
    for (uint j = i; j < 16u; ++j) {
      if (j * i > 40u) break;
      if ((j & 1u) == 0u) continue;
      sum += j;
    }
    if (sum > 1000u) break;
  }
  do { sum >>= 1; } while (sum > 100u);
  data[id] = sum + collatz(id);
}
