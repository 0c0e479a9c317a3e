//@ run: -T ps_6_0 -E main
float4 main(int x : X, float f : F) : SV_Target {
    int a = 1 / 0;
//~           ^ warning[W2135]: division by zero is undefined
    int b = x % 0;
//~           ^ warning[W2135]: division by zero is undefined
    x /= 0;
//~   ^ warning[W2135]: division by zero is undefined
    float c = f / 0;
    int d = x / 1;
    return a + b + c + d + x;
}
