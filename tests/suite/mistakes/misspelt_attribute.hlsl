//@ run: -T ps_6_0
float4 main() : SV_Target {
    float sum = 0;
    [lopp] for (int i = 0; i < 3; i++) sum += i;
//~  ^ warning[W2510]: unknown attribute 'lopp' is ignored
//~  ^ note: did you mean 'loop'?
    return sum;
}
