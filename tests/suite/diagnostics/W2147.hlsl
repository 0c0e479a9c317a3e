//@ run: -T ps_6_0 -Wtautological-unsigned-zero-compare
float4 main(uint n : N, int m : M) : SV_Target {
    float sum = m >= 0;
    if (n < 0) sum = 1;
//~       ^ warning[W2147]: comparison is always false: an unsigned value is never negative
    if (0 <= n) sum += 2;
//~       ^ warning[W2147]: comparison is always true: an unsigned value is never negative
    if (0 < n && n >= 1) sum += 3;
    return sum;
}
