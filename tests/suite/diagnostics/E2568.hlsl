//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
// What a stage writes, the caller reads; what a stage reads, the caller or an any-hit shader writes.
struct [raypayload] Payload {
    float4 lost : write(closesthit);
//~               ^ error[E2568]: 'lost' is qualified for 'closesthit', but no stage reads it
    float4 unknown : read(miss) : write(closesthit);
//~                               ^ error[E2568]: 'unknown' is qualified for 'closesthit', but no stage reads it
//~                  ^ error[E2568]: 'unknown' is qualified for 'miss', but no stage writes it
    float4 from_caller : write(caller);
//~                      ^ error[E2568]: 'from_caller' is qualified for 'caller', but no stage reads it
    float4 to_caller : read(caller);
//~                    ^ error[E2568]: 'to_caller' is qualified for 'caller', but no stage writes it
    float4 counted : read(anyhit) : write(anyhit);
    float4 good : read(caller, anyhit) : write(caller, miss);
};
[shader("miss")] void sky(inout Payload payload) { payload.good = 1; }
