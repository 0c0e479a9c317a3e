//@ run: -T ps_6_2 -fspv-flatten-resource-arrays
Buffer<float> list[2];
float4 main() : SV_Target { return list[80][0] + list[1][0]; }
//~                                     ^ warning[W2152]: index 80 is out of bounds (length is 2)
//~                                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: cannot split 'list' into a variable per element: index 80 is out of bounds
