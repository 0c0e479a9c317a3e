//@ run: -T lib_6_8
[shader("node")] [NodeLaunch("thread")] void main() { }
//~               ^ warning[W2510]: unknown attribute 'NodeLaunch' is ignored
//~                                          ^ error[E3004]: node shaders are not supported
