//@ run: -T ps_6_0 -E main
float4 last(float4 a) { return (a, 1); }
//~                             ^ warning[W2157]: comma expression used where a list of values may have been intended
float4 main(float a : A) : SV_Target {
    float4 x = (1, 2, 3, 4);
//~             ^ warning[W2157]: comma expression used where a list of values may have been intended
    static const float2 y = (1, 2);
//~                          ^ warning[W2157]: comma expression used where a list of values may have been intended
    x += last((1, 2, 3, 4));
//~            ^ warning[W2157]: comma expression used where a list of values may have been intended
    x += (float4)(1, 2, 3, 4);
//~               ^ warning[W2157]: comma expression used where a list of values may have been intended
    x += float4((1, 2, 3), 4, 5, 6);
    x += float4(1, 2, 3, 4);
    float2 pairs[2] = { 1, 2, 3, 4 };
    for (int i = 0, j = 0; i < 3; i++, j++)
        x += j * y.x + pairs[0].x;
    return x + a;
}
