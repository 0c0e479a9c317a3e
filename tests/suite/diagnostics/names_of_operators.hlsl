//@ run: -T cs_6_6 -HV 202x
// Messages name operators as the source does.
struct S {
    float a;
    S operator+(S other) { return other; }
    S operator+(S other) { return other; }
//~   ^ error[E2007]: redefinition of function 'operator+'
    operator float() { return 1; }
    operator float() { return 2; }
//~ ^ error[E2007]: redefinition of function 'operator float'
};

[numthreads(1, 1, 1)]
void main() {
    const S s = { 1 };
    S t = s + s;
//~       ^ error[E2664]: 'operator+' is not a const method, and its object is const
}
