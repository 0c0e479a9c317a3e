//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
struct [raypayload] Payload {
    float4 colour : read(caller) : write(closesthit, raygeneration);
//~                                                  ^ error[E2566]: 'raygeneration' sees no payload: 'caller', 'anyhit', 'closesthit' and 'miss' do
    float depth : read(Caller) : write(miss, caller);
//~                    ^ error[E2566]: 'Caller' sees no payload: 'caller', 'anyhit', 'closesthit' and 'miss' do
};
[shader("miss")] void sky(inout Payload payload) { payload.depth = 1; }
