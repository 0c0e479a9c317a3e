//@ run: -T cs_6_0 -Gis
//@ check: OpCapability SignedZeroInfNanPreserve
//@ check: OpExtension "SPV_KHR_float_controls"
//@ check: OpExecutionMode %main SignedZeroInfNanPreserve 32
//@ run: -T cs_6_0 -Gis -fspv-target-env=vulkan1.2
//@ check-not: OpExtension "SPV_KHR_float_controls"
//@ check: OpExecutionMode %main SignedZeroInfNanPreserve 32
// Strict arithmetic keeps what is special about floats.
[numthreads(1, 1, 1)] void main() {}
