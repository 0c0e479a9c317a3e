//@ run: -T ps_6_0
float4 main(int4 a : A) : SV_Target {
    RenderTargetView view { state = foo; };
//~ ^ warning[W1101]: an effect object is ignored: effect syntax is deprecated
    RenderTargetView copy = view;
//~ ^ warning[W1101]: an effect object is ignored: effect syntax is deprecated
    BlendState blend;
//~ ^ warning[W1101]: an effect object is ignored: effect syntax is deprecated
    float texture = 2, BlendState = 3;
    return a * texture * BlendState;
}
