//@ run: -T cs_6_6
// What other compilers attach to a declaration may be anything.
[[oxc::uniforms(bool ROTATE = false, int (&x)[3])]]
//~ warning[W2510]: unknown attribute 'oxc::uniforms' is ignored
[[other::plain, other::nested::one(class C; while)]]
//~ warning[W2510]: unknown attribute 'other::plain' is ignored
//~                    ^ warning[W2510]: unknown attribute 'nested::one' is ignored
[numthreads(1, 1, 1)] void main() {
    int2 a[2] = { int2(0, 1), int2(2, 3) };
    int b[2] = { 0, 1 };
    int c = a[b[min(0, 1)]].x;
}
