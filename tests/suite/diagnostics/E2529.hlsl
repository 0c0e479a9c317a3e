//@ run: -T ps_6_0
float4 main([[vk::location(1)]] float a : A, [[vk::location(1)]] float b : B) : SV_Target { return a + b; }
//~                                                                        ^ error[E2529]: location 1 is already taken
