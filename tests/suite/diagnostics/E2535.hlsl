//@ run: -T ps_6_1
float first(nointerpolation float4 a) { return GetAttributeAtVertex(a, 0).x; }
float4 main(nointerpolation float4 a : A, float4 b : B, nointerpolation bool c : C) : SV_Target {
    float4 copy = a;
    GetAttributeAtVertex(copy, 1);
//~                      ^ error[E2535]: first argument of 'GetAttributeAtVertex' must be a numeric 'nointerpolation' input
    GetAttributeAtVertex(b, 1);
//~                      ^ error[E2535]: first argument of 'GetAttributeAtVertex' must be a numeric 'nointerpolation' input
    GetAttributeAtVertex(c, 1);
//~                      ^ error[E2535]: first argument of 'GetAttributeAtVertex' must be a numeric 'nointerpolation' input
    return first(b) + first(a);
//~              ^ error[E2535]: argument for 'a' must be a numeric 'nointerpolation' input
}
