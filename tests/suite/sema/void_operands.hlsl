//@ run: -T cs_6_0
// What is cast to `void` may stand where a statement may, and is no value.

RWStructuredBuffer<int4> r;

int effect() { r[1] = 5; return 1; }
void nothing() {}
int same(int x) { return x; }

[numthreads(1, 1, 1)]
void main() {
    int x = r[0].x;
    (void)x;
    (void)effect();
    (x, (void)effect());
    for ((void)x; x < 5; (void)x++) {}
    r[0] = 1 + ((void)2 >> 3);
//~                     ^ error[E2106]: invalid operands to '>>': 'void' and 'literal int'
    if (void(x)) r[0] = 1;
//~     ^ error[E2109]: condition of type 'void' is not a scalar or convertible to one
    r[0] = (void)2;
//~        ^ error[E2118]: cannot implicitly convert 'void' to 'int4'
    r[0] = int4((void)2, 1, 1, 1);
//~        ^ error[E2115]: wrong number of values for 'int4': expected 4, found 3
    r[0] = r[(void)2];
//~          ^ error[E2105]: invalid index type 'void': expected an integer
    r[0] = max((void)2, 1);
//~        ^ error[E2111]: no matching function for call to 'max'
    r[0] = same((void)2);
//~        ^ error[E2111]: no matching function for call to 'same'
    r[0] = !(void)2;
//~        ^ error[E2107]: invalid operand to '!': 'void'
    while ((void)0) {}
//~        ^ error[E2109]: condition of type 'void' is not a scalar or convertible to one
    switch ((void)0) { case 1: r[0] = 1; }
//~         ^ error[E2203]: switch selector of type 'void' is not an integer
    x > 0 ? nothing() : nothing();
//~ ^ error[E2106]: invalid operands to '?:': 'void' and 'void'
    x > 0 ? (void)effect() : (void)x;
//~ ^ error[E2106]: invalid operands to '?:': 'void' and 'void'
}
