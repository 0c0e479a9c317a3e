//@ run: -T lib_6_7 -fspv-target-env=vulkan1.3
struct [raypayload] Payload {
    float4 colour : read(caller) : write(closesthit);
    float depth;
};
[shader("miss")] void sky(inout Payload payload) {
    payload.colour.x = 1;
//~         ^ warning[W2570]: write is dropped: 'colour' has no 'write' qualifier for 'miss'
    payload.depth = 2;
//~         ^ warning[W2570]: write is dropped: 'depth' has no 'write' qualifier for 'miss'
}
[shader("closesthit")] void shade(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.colour = 1; }
