//@ run: -T ps_6_0
float power(float base, float n) {
    return n < 1 ? 1 : base * power(base, n - 1);
//~                           ^ error[E2053]: recursive functions are not allowed: 'power' calls itself
}
float4 main(float x : X) : SV_Target {
    return power(x, 3);
}
