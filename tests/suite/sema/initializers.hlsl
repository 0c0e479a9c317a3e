//@ run: -T ps_6_0 -fcgl
struct Inner { float2 a; int b; };
struct Outer { float x; Inner inner; float2 list[2]; };
//@ check: %{inner} = OpCompositeConstruct %Inner
//@ check: OpCompositeConstruct %Outer {*} %{inner}
float4 main(float4 p : P) : SV_Target {
    // Braces are only decoration: what counts is the row of scalars.
    Outer flat = { p, p.xyz, p.x };
    Outer nested = { p.x, { { p.y, p.z }, (int)p.w }, { p.xy, { p.zw } } };
    float sizes[] = { 1, 2, p.x };
    typedef float2 Two;
    const float2 pairs[] = { float2(1, -2), Two(3, 4), { 5, p.x }, float2(p.y, 6), float4(7, 8, 9, 10) };
    const float2x2 whole[] = { float2x2(1, 2, 3, 4), float4(5, 6, 7, -8) };
    float2x2 m = { p.xy, p.zw };
    float3 one = (float3)1;
    Outer zero = (Outer)0;
    static const int table[4] = { 1, 2, 3, 4 };
    int scalar = { 7 };
    return flat.x + nested.list[1].x + sizes[2] + m[0][0] + one.x + zero.x + table[scalar & 3] + pairs[5].y + whole[1][1][1];
}
