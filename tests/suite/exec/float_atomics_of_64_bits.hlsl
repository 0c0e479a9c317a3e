//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ in: result = f64:1,100,-100,7
//@ dispatch: 1
//@ out: result = f64:2017,0,63,0.5
//@ check: OpCapability Int64Atomics
//@ check-not: AtomicFloat64
// Doubles in buffers are added and compared by their bits where no extension is named.
RWStructuredBuffer<double> result;

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    InterlockedAdd(result[0], double(lane));
    InterlockedMin(result[1], double(lane));
    InterlockedMax(result[2], double(lane));
    double before;
    if (lane == 0)
        InterlockedExchange(result[3], 0.5l, before);
}
