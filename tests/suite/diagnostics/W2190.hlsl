//@ run: -T cs_6_0
RWStructuredBuffer<uint> r;
[[nodiscard]] uint next(inout uint x) { x += 1; return x; }
struct [[nodiscard("a token")]] Token { uint id; };
Token take(uint x) { Token t = { x }; r[1] = x; return t; }

[numthreads(1, 1, 1)]
void main() {
    uint x = r[0];
    next(x);
//~ ^ warning[W2190]: ignoring the return value of 'next', which is 'nodiscard'
    (void)next(x);
    take(x);
//~ ^ warning[W2190]: ignoring the return value of 'take', which is 'nodiscard'
    r[0] = next(x) + take(x).id;
}
