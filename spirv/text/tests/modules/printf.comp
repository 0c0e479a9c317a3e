#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
void main() {
  if (gl_GlobalInvocationID.x == 0u) debugPrintfEXT("hello %d \"quoted\"", 42);
}
