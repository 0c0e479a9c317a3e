//@ run: -T cs_6_6 -E main
struct Inner { int n; void add() { n += 1; } };
struct Counter {
    int n;
    Inner inner;
    int next() { return ++n; }
    int deep() { inner.add(); return n; }
    int peek() { Counter copy = this; return copy.next(); }
};
StructuredBuffer<Counter> list;
RWStructuredBuffer<Counter> own;
cbuffer Constants { Counter first; };
RWStructuredBuffer<int> result;

[numthreads(1, 1, 1)]
void main() {
    result[0] = first.next();
//~             ^ error[E2670]: 'Counter::next' modifies its object, which is read-only
    result[1] = list[2].deep();
//~             ^ error[E2670]: 'Counter::deep' modifies its object, which is read-only
    first.inner.add();
//~ ^ error[E2670]: 'Inner::add' modifies its object, which is read-only
    result[3] = first.peek() + list[0].peek();
    Counter copy = first;
    result[4] = copy.next() + copy.deep() + own[0].deep();
}
