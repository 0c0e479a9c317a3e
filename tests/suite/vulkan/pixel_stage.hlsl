//@ run: -T ps_6_0
//@ check: OpExecutionMode %main OriginUpperLeft
//@ check: OpExecutionMode %main EarlyFragmentTests
//@ check: OpExecutionMode %main DepthReplacing
//@ check: OpDecorate %gl_FragCoord BuiltIn FragCoord
//@ check: OpDecorate %in_var_FLAT Flat
//@ check: OpDecorate %in_var_CENTRE Centroid
//@ check: OpDecorate %in_var_LINE NoPerspective
//@ check: OpDecorate %gl_FragDepth BuiltIn FragDepth
//@ check: OpDecorate %out_var_SV_Target1 Location 1
struct Out { float4 second : SV_Target1; float depth : SV_Depth; float4 first : SV_Target0; };
[earlydepthstencil]
Out main(float4 p : SV_Position, nointerpolation float a : FLAT, centroid float b : CENTRE, noperspective float c : LINE, bool front : SV_IsFrontFace) {
    Out o;
    o.first = front ? p : a;
    o.second = b + c;
    o.depth = 0.5;
    return o;
}
