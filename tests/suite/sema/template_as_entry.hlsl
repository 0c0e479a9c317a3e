//@ run: -T lib_6_6 -fspv-target-env=vulkan1.3
// A template is no function yet, whatever its attributes say.
struct Payload { float4 colour; };
template<typename T> [shader("miss")] void sky(inout T payload) { payload.colour = 1; }
//~                                        ^ error[E2511]: attribute 'shader' is not allowed here
[shader("miss")] void night(inout Payload payload) { sky(payload); }
