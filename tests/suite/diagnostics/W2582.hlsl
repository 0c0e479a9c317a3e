//@ run: -T cs_6_6 -E main
// A resource that is taken for a coherent one, or a coherent one for another.
RWStructuredBuffer<uint> plain;
globallycoherent RWStructuredBuffer<uint> flags;
RWTexture2D<uint> images[2];
struct Held { globallycoherent RWStructuredBuffer<uint> list; RWStructuredBuffer<uint> other; };
static globallycoherent RWTexture2D<uint> target;

void raise(globallycoherent RWStructuredBuffer<uint> list, uint at) { list[at] = 1; }
void lower(RWStructuredBuffer<uint> list, uint at) { list[at] = 0; }
globallycoherent RWStructuredBuffer<uint> chosen() { return plain; }
//~                                                         ^ warning[W2582]: implicit conversion adds globallycoherent

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    raise(plain, lane);
//~       ^ warning[W2582]: implicit conversion adds globallycoherent
    lower(flags, lane);
//~       ^ warning[W2582]: implicit conversion loses globallycoherent
    raise(flags, lane);
    lower(plain, lane);
    globallycoherent RWStructuredBuffer<uint> local = flags;
    raise(local, lane);
    lower(local, lane);
//~       ^ warning[W2582]: implicit conversion loses globallycoherent
    Held held;
    held.list = plain;
//~             ^ warning[W2582]: implicit conversion adds globallycoherent
    held.other = plain;
    held.list[lane] = held.other[lane];
    raise(chosen(), lane);
    target = images[1];
//~          ^ warning[W2582]: implicit conversion adds globallycoherent
    target[uint2(lane, 0)] = 1;
}
//~? note: accesses are not coherent, as the resource is not declared globallycoherent
//~? note: accesses stay coherent, as the resource is declared globallycoherent
//~? note: accesses stay coherent, as the resource is declared globallycoherent
//~? note: accesses are not coherent, as the resource is not declared globallycoherent
//~? note: accesses are not coherent, as the resource is not declared globallycoherent
//~? note: accesses are not coherent, as the resource is not declared globallycoherent
