//@ run: -T ps_6_8 -E main
float4 main(out float deeper : SV_DepthGreaterEqual, out float nearer : SV_DepthLessEqual) : SV_Target {
//~                                                                     ^ error[E2594]: 'SV_DepthLessEqual' and 'SV_DepthGreaterEqual' are the same built-in
    deeper = nearer = 0.5;
    return 1;
}
