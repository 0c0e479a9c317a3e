// What an execution mode lacks is reported at the entry point.
//@ run: -T ps_6_0
[[vk::spvexecutionmode(33)]]
float4 main() : SV_Target { return 0; }
//~    ^ error[E3001]: capability Kernel is required here, but not available
