//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
// What a stage has written itself, it may read. Another function may write anything.
struct [raypayload] Payload {
    float4 colour : read(caller) : write(closesthit, miss);
    float depth : read(caller) : write(caller, miss);
};
void reset(inout Payload payload) { payload = (Payload)0; }
[shader("miss")] void sky(inout Payload payload) {
    payload.colour = payload.depth;
//~                          ^ warning[W2571]: read is undefined: 'depth' has no 'read' qualifier for 'miss'
    payload.colour.y += payload.colour.x;
}
[shader("miss")] void night(inout Payload payload) {
    reset(payload);
    payload.colour = payload.depth;
}
