//@ run: -T gs_6_0
//@ emit: spirv
// Each stream has variables of its own; semantics count anew in each.
//@ check: OpCapability GeometryStreams
//@ check: OpDecorate %out_var_COLOR_0 Stream 1
struct First { float4 position : SV_Position; float4 colour : COLOR; };
struct Second { float4 colour : COLOR; };
[maxvertexcount(2)]
void main(point float4 a[1] : A, inout PointStream<First> first, inout PointStream<Second> second) {
    First f = { a[0], a[0] };
    first.Append(f);
    Second s = { a[0] };
    //@ check: OpEmitStreamVertex %uint_1
    second.Append(s);
}
