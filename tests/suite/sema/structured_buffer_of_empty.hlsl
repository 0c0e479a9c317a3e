//@ run: -T cs_6_0
// An element without members takes a byte, so that there is a distance from one to the next.
//@ in: nothing = u32:0*4
//@ only on the CPU: drivers of Vulkan fail on structs without members
//@ dispatch: 1 1 1
//@ in: facts = u32:0*3
//@ out: facts = u32:16,1,5
struct Empty {};
RWStructuredBuffer<uint> facts : register(u0);
RWStructuredBuffer<Empty> nothing : register(u1);
[numthreads(1, 1, 1)]
void main() {
    Empty taken = nothing[1];
    nothing[2] = taken;
    nothing.GetDimensions(facts[0], facts[1]);
    facts[2] = 5;
}
