//@ run: -T ps_6_0 -HV 202x
auto later(float x);
auto both(bool b) { if (b) return 1; return 2.0; }
//~                                  ^ error[E2684]: the result is deduced as 'int' and as 'float'
auto itself(int n) { return n > 0 ? itself(n - 1) : 0; }
//~  ^ error[E2685]: 'itself' is used before its result is deduced

float4 main(float x : X) : SV_Target {
    float a = later(1);
//~           ^ error[E2685]: 'later' is used before its result is deduced
    float b = both(true);
    float c = itself(1);
    return a + b + c;
}
