//@ run: -T cs_6_0
//@ in: o = i32:0*5
//@ dispatch: 1 1 1
//@ out: o = i32:6,8,6,12,1
// 'operator()' by name, with the arguments of a template.

struct Doubled {
    template<typename T>
    T operator()(T x) { return x * 2; }
};

struct Next {
    int operator()(int x) { return x + 1; }
    bool operator<(Next other) { return true; }
};

RWStructuredBuffer<int> o;

[numthreads(1, 1, 1)]
void main() {
    Doubled f;
    Next g;
    o[0] = f.operator()<int>(3);
    o[1] = f(4);
    o[2] = g.operator()(5);
    o[3] = f.template operator()<int>(6);
    o[4] = g.operator<(g);
}
