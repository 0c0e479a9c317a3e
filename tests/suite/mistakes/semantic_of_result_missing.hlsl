//@ run: -T ps_6_0
float4 main(float2 at : AT) {
//~    ^ error[E2520]: a pixel shader's output requires a semantic
    return float4(at, 0, 1);
}
