//@ run: -T vs_6_0 -fspv-target-env=vulkan1.1
float4 main([[vk::builtin("PointSize")]] float size : A, [[vk::builtin("BaseVertex")]] float base : B) : SV_Position { return 0; }
//~                                            ^ error[E2521]: semantic 'PointSize' is not allowed on a vertex shader's input
//~                                                                                          ^ error[E2523]: 'BaseVertex' must be uint, not 'float'
