//@ run: -T lib_6_3
//@ check: OpExecutionMode %first OriginUpperLeft
//@ check: OpExecutionMode %first DepthReplacing
//@ check: OpExecutionMode %second OriginUpperLeft
//@ check: OpExecutionMode %second DepthReplacing
//@ check: OpExecutionMode %third OriginUpperLeft
//@ check-not: OpExecutionMode %third DepthReplacing
// A mode that a function names holds for every entry point that reaches the function.
void writes_depth() { vk::ext_execution_mode(12); }
void through() { writes_depth(); writes_depth(); }
[shader("pixel")] float4 first() : SV_Target { writes_depth(); return 0; }
[shader("pixel")] float4 second() : SV_Target { through(); return 1; }
[shader("pixel")] float4 third() : SV_Target { return 2; }
