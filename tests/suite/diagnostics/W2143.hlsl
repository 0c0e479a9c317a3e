//@ run: -T ps_6_0 -E main
#define BOTH(a, b, c) a & b | c
uint f(uint a, uint b, uint c) {
    a |= BOTH(a, b, c);
    a = a | (b & c);
    a = (a & b) | c;
    a = a & b ^ c;
    a = a ^ b | c;
    a = a & b | b & c;
//~       ^ warning[W2143]: '&' within '|'; add parentheses to clarify
//~               ^ warning[W2143]: '&' within '|'; add parentheses to clarify
    return a | b & c;
//~              ^ warning[W2143]: '&' within '|'; add parentheses to clarify
}
float4 main(uint3 a : A, uint3 b : B) : SV_Target { return float4(a & b | 1, 1); }
//~                                                                 ^ warning[W2143]: '&' within '|'; add parentheses to clarify
