//@ run: -T vs_6_8 -E vertex
//@ run: -T ps_6_8 -E pixel -DPIXEL
#ifdef PIXEL
float4 pixel(out float deeper : SV_DepthGreaterEqual, out float nearer : SV_DepthLessEqual) : SV_Target {
    deeper = nearer = 0.5;
    return 1;
}
#else
float4 vertex([[vk::builtin("BaseInstance")]] uint first : A, [[vk::builtin("BaseInstance")]] uint second : B, uint third : SV_StartInstanceLocation) : SV_Position {
    return first + second + third;
}
#endif
