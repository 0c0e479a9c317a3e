//@ run: -T cs_6_0 -fcgl -fspv-debug=vulkan-with-source-test
// The text of the source, here in pieces as short as they can be chosen.
//@ check: OpString "//@ run: -T cs_6_0 -fcgl -fspv-debug=vulkan-wit
//@ check: {first} = OpExtInst %void {set} DebugSource {file} {text}
//@ check: OpExtInst %void {set} DebugSourceContinued {second}
//@ check: OpExtInst %void {set} DebugSourceContinued {third}
[numthreads(1, 1, 1)] void main() {}
