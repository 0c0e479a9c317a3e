//@ run: -T ps_6_0 -E main
#define BOTH(a, b, c) a & b | c
uint f(uint a, uint b, uint c) {
    a |= BOTH(a, b, c);
    a = a | (b & c);
    a = (a & b) | c;
    a = a & b ^ c;
    a = a ^ b | c;
    a = a & b | b & c;
//~       ^ warning[W2143]: '&' is evaluated before '|'; parentheses make clear what is meant
//~               ^ warning[W2143]: '&' is evaluated before '|'; parentheses make clear what is meant
    return a | b & c;
//~              ^ warning[W2143]: '&' is evaluated before '|'; parentheses make clear what is meant
}
float4 main(uint3 a : A, uint3 b : B) : SV_Target { return float4(a & b | 1, 1); }
//~                                                                 ^ warning[W2143]: '&' is evaluated before '|'; parentheses make clear what is meant
