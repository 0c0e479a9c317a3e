//@ run: -T vs_6_0 -fspv-target-env=vulkan1.1
//@ check: BuiltIn BaseInstance
//@ check: BuiltIn PointSize
struct Out { float4 position : SV_Position; [[vk::builtin("PointSize")]] float size : PSIZE; };
Out main([[vk::builtin("BaseInstance")]] int base : BASE) { Out o; o.position = base; o.size = 2; return o; }
