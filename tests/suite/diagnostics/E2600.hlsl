//@ run: -T ps_6_0
// A semantic has its index at the end. The width of a bit-field may be an element.
static const int WIDTHS[2] = { 3, 5 };
struct Output {
    float4 color : SV_Target[0];
//~                ^ error[E2600]: the index of semantic 'SV_Target' must be a part of its name
    float4 normal : SV_Target1;
};
struct Packed {
    uint low : WIDTHS[1];
};
Output main(float2 uv : TEXCOORD[1], float4 tint : TINT[COUNT]) {
//~                     ^ error[E2600]: the index of semantic 'TEXCOORD' must be a part of its name
//~                                                ^ error[E2600]: the index of semantic 'TINT' must be a part of its name
    Output output;
    Packed packed = { 40 };
    output.color = tint;
    output.normal = uv.xyxy * packed.low;
    return output;
}
