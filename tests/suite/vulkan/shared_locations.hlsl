//@ run: -T vs_6_0 -E vertex -pack-optimized
//@ check: OpDecorate %in_var_PLACE Location 0
//@ check: OpDecorate %in_var_MORE Location 1
//@ check: OpDecorate %out_var_A Location 0
//@ check: OpDecorate %out_var_B Location 0
//@ check: OpDecorate %out_var_B Component 2
//@ check: OpDecorate %out_var_C Location 1
//@ check: OpDecorate %out_var_C Component 0
//@ check: OpDecorate %out_var_C_0 Location 2
//@ check: OpDecorate %out_var_C_0 Component 0
//@ check: OpDecorate %out_var_C_1 Location 3
//@ check: OpDecorate %out_var_C_1 Component 0
//@ check: OpDecorate %out_var_D Location 1
//@ check: OpDecorate %out_var_D Component 2
//@ check: OpDecorate %out_var_D_0 Location 2
//@ check: OpDecorate %out_var_D_0 Component 2
//@ check: OpDecorate %out_var_E Location 3
//@ check: OpDecorate %out_var_E Component 2
//@ check: OpDecorate %out_var_F Location 4
//@ check: OpDecorate %out_var_G Location 3
//@ check: OpDecorate %out_var_G Component 3
//@ run: -T ps_6_0 -E pixel -pack-optimized
//@ check: OpDecorate %in_var_A Location 0
//@ check: OpDecorate %in_var_B Location 0
//@ check: OpDecorate %in_var_B Component 2
//@ check: OpDecorate %in_var_C Location 3
//@ check: OpDecorate %in_var_C Component 0
//@ check: OpDecorate %in_var_D Location 2
//@ check: OpDecorate %in_var_D Component 2
//@ check: OpDecorate %in_var_G Location 3
//@ check: OpDecorate %in_var_G Component 3
//@ check: OpDecorate %out_var_SV_Target Location 0
// Small variables between two stages share locations, each element and row by itself; what the application hands over, and
// what goes to render targets, does not.
struct Link {
    float4 place : SV_Position;
    float a : A;
    double b : B;
    float2 c[3] : C;
    float2x2 d : D;
    nointerpolation int e : E;
    float2 f : F;
    float g : G;
};
Link vertex(float2 place : PLACE, float2 more : MORE) {
    Link link = (Link)0;
    link.place = float4(place, more);
    link.a = place.x;
    link.b = place.y;
    link.c[1] = more;
    link.d[1] = more;
    link.e = 3;
    link.f = place;
    link.g = more.y;
    return link;
}
float4 pixel(Link link) : SV_Target { return float4(link.c[2], link.d[1]) + link.g + (float)link.b + link.a; }
