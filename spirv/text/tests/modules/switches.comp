#version 450
// Switches: fallthrough, returns in cases, a switch in a loop whose cases continue and break.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Data { int data[]; };
int pick(int kind) {
  switch (kind) {
    case 0: return 10;
    case 1: kind += 1;
    case 2: kind *= 3; break;
    case -5: if (data[0] > 3) break; return 7;
    default: return -1;
  }
  return kind;
}
void main() {
  int total = 0;
  for (int i = 0; i < 10; ++i) {
    switch (data[i]) {
      case 1: continue;
      case 2: total += 2; break;
      case 3: if (total > 5) { total = 0; continue; } break;
      default: total += pick(i);
    }
    total++;
  }
  data[gl_GlobalInvocationID.x] = total;
}
