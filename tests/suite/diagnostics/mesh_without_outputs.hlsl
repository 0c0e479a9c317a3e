//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
[outputtopology("triangle")] [numthreads(1, 1, 1)] void main() { SetMeshOutputCounts(3, 1); }
//~                                                     ^ error[E2051]: a mesh shader needs an array of 'vertices'
//~                                                     ^ error[E2051]: a mesh shader needs an array of 'indices'
