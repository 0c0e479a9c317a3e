//@ run: -T ps_6_0
float4 main([[vk::location(1)]] float a : A, float b : B) : SV_Target { return a + b; }
//~                                                    ^ error[E2528]: missing [[vk::location]] on this input; others have one
