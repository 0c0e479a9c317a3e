//@ run: -T ps_6_0
float4 main([[vk::location(0), vk::index(1)]] float4 a : A) : SV_Target { return a; }
//~                                                  ^ error[E2511]: attribute 'vk::index' is not allowed here
