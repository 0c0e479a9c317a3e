//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
struct [raypayload] Payload { float4 colour : write(miss) : read(caller) : write(closesthit); };
//~                                                                        ^ error[E2567]: duplicate qualifier 'write'
[shader("miss")] void sky(inout Payload payload) { payload.colour = 1; }
