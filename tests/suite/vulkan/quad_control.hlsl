//@ run: -T ps_6_7
//@ check: OpCapability QuadControlKHR
//@ check: OpExtension "SPV_KHR_maximal_reconvergence"
//@ check: OpExtension "SPV_KHR_quad_control"
//@ check: OpExecutionMode %main MaximallyReconvergesKHR
//@ check: OpExecutionMode %main RequireFullQuadsKHR
//@ run: -T ps_6_7 -fspv-enable-maximal-reconvergence
//@ check: OpExecutionMode %main OriginUpperLeft
//@ check: OpExecutionMode %main MaximallyReconvergesKHR
//@ check: OpExecutionMode %main RequireFullQuadsKHR
//@ check: OpSource HLSL 670
//@ run: -T ps_6_7 -E plain -fcgl
//@ check-not: QuadControlKHR
//@ check-not: ComputeDerivativeGroup
//@ run: -T cs_6_6 -E row -fcgl
//@ check: OpCapability ComputeDerivativeGroupQuadsKHR
//@ check: OpCapability ComputeDerivativeGroupLinearKHR
//@ check: OpExecutionMode %row DerivativeGroupLinearKHR
// Helper lanes that take part in wave operations. Without optimisation, capabilities that old validators do not know are
// declared only where something needs them.

[WaveOpsIncludeHelperLanes]
float4 main(float4 position : SV_Position) : SV_Target { return position; }

float4 plain(float4 position : SV_Position) : SV_Target { return position; }

RWBuffer<float> values;
[numthreads(64, 1, 1)]
void row(uint id : SV_DispatchThreadID) { values[id] = ddx(values[id]); }
