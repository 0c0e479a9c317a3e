//@ run: -T ps_6_1
float first(nointerpolation float4 a) { return GetAttributeAtVertex(a, 0).x; }
float4 main(nointerpolation float4 a : A, float4 b : B, nointerpolation bool c : C) : SV_Target {
    float4 copy = a;
    GetAttributeAtVertex(copy, 1);
//~                      ^ error[E2535]: the first argument of 'GetAttributeAtVertex' must be an input of numbers that is declared 'nointerpolation'
    GetAttributeAtVertex(b, 1);
//~                      ^ error[E2535]: the first argument of 'GetAttributeAtVertex' must be an input of numbers that is declared 'nointerpolation'
    GetAttributeAtVertex(c, 1);
//~                      ^ error[E2535]: the first argument of 'GetAttributeAtVertex' must be an input of numbers that is declared 'nointerpolation'
    return first(b) + first(a);
//~              ^ error[E2535]: the argument for 'a' must be an input of numbers that is declared 'nointerpolation'
}
