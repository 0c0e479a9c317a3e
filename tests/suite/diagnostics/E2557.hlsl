//@ run: -T lib_6_8
[shader("vertex")] [wavesize(32)] float4 corner() : SV_Position { return 1; }
//~                 ^ warning[W2515]: attribute 'wavesize' has no effect
//~                 ^ error[E2557]: attribute 'wavesize' is for compute and node entry points
[shader("vertex")] [nodelaunch("thread")] float4 node() : SV_Position { return 1; }
//~                 ^ error[E2557]: attribute 'nodelaunch' is for node entry points
[shader("raygeneration")] [numthreads(8, 8, 1)] void rays() { }
//~                        ^ warning[W2515]: attribute 'numthreads' has no effect
//~? note: it applies to compute, mesh, amplification and node entry points; this is a raygeneration entry point
