//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
struct [raypayload] Payload {
    float4 colour : read(caller) : write(closesthit, raygeneration);
//~                                                  ^ error[E2566]: invalid payload stage 'raygeneration': expected 'caller', 'anyhit', 'closesthit' or 'miss'
    float depth : read(Caller) : write(miss, caller);
//~                    ^ error[E2566]: invalid payload stage 'Caller': expected 'caller', 'anyhit', 'closesthit' or 'miss'
};
[shader("miss")] void sky(inout Payload payload) { payload.depth = 1; }
