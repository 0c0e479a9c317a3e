#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { uint value; Node next; };
layout(push_constant) uniform Push { Node head; uint limit; };
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
void main() {
  Node node = head;
  uint sum = 0;
  for (uint i = 0; i < limit; ++i) { sum += node.value; node = node.next; }
  result[gl_GlobalInvocationID.x] = sum;
}
