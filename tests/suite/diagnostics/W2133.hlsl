//@ run: -T ps_6_0 -E main
#define SET(x, y) if (x = y) x = 1
float4 main(float a : A) : SV_Target {
    float b = 0;
    if (b = a) b = 2;
//~       ^ warning[W2133]: assignment used as a condition; use '==' to compare
    if ((b = a)) b = 3;
    while ( ( b = 0 ) ) {}
    while (b = 0) {}
//~          ^ warning[W2133]: assignment used as a condition; use '==' to compare
    do {} while (b = 0);
//~                ^ warning[W2133]: assignment used as a condition; use '==' to compare
    for (; b = 0;) {}
//~          ^ warning[W2133]: assignment used as a condition; use '==' to compare
    SET(b, a);
//~ ^ warning[W2133]: assignment used as a condition; use '==' to compare
    return b;
}
