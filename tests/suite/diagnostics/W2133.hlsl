//@ run: -T ps_6_0 -E main
#define SET(x, y) if (x = y) x = 1
float4 main(float a : A) : SV_Target {
    float b = 0;
    if (b = a) b = 2;
//~       ^ warning[W2133]: the condition is an assignment; '==' compares
    if ((b = a)) b = 3;
    while ( ( b = 0 ) ) {}
    while (b = 0) {}
//~          ^ warning[W2133]: the condition is an assignment; '==' compares
    do {} while (b = 0);
//~                ^ warning[W2133]: the condition is an assignment; '==' compares
    for (; b = 0;) {}
//~          ^ warning[W2133]: the condition is an assignment; '==' compares
    SET(b, a);
//~ ^ warning[W2133]: the condition is an assignment; '==' compares
    return b;
}
