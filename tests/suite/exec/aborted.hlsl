//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ only on the CPU: what other invocations do after an abort depends on the device
//@ check: OpCapability AbortKHR
//@ check: OpExtension "SPV_KHR_abort"
//@ check: OpAbortKHR
//@ in: result = u32:1,0,3,4
//@ dispatch: 1
//@ out: result = u32:100,0,33,25
// The invocation ends, and writes nothing.
RWStructuredBuffer<uint> result;

void check(uint value) {
    if (value == 0)
        abort();
}

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    check(result[lane]);
    result[lane] = 100 / result[lane];
}
