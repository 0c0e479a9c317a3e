//@ run: -T ps_6_0 -HV 202x
struct Explicit { float x; explicit operator float() { return x; } };
struct Two { float x; operator float2() { return x; } operator float3() { return x; } };
struct Changing { float x; operator float() { return x++; } };
struct Wrong { float x; operator float(int y) { return x; } };
//~                     ^ error[E2060]: a conversion operator has no parameters
explicit float plain() { return 1; }
//~            ^ error[E2066]: 'explicit' cannot be applied to functions other than conversion operators
float four(float4 v) { return v.x; }

float4 main() : SV_Target {
    Explicit e = { 1 };
    float f = e;
//~           ^ error[E2118]: cannot implicitly convert 'Explicit' to 'float'
    f = (float)e;
    Two t = { 1 };
    float2 exact = t;
    float one = (float)t;
//~                    ^ error[E2681]: conversion from 'Two' to 'float' is ambiguous
    const Changing c = { 1 };
    f = c;
//~     ^ error[E2664]: 'operator float' is not a const method, and its object is const
    return four(e);
//~        ^ error[E2111]: no matching function for call to 'four'
}
