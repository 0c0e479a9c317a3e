//@ run: -T cs_6_6 -E main
//@ in: counter.var.items = u32:0
//@ in: counter.var.others = u32:0
//@ in: result = u32:0*4
//@ dispatch: 1 1 1
//@ out: result = u32:0,1,0,2

// The counter of a buffer goes along with the structs, bases, arrays and arguments that the buffer is put into.
[[vk::binding(0), vk::counter_binding(3)]] RWStructuredBuffer<uint> items;
[[vk::binding(1), vk::counter_binding(4)]] RWStructuredBuffer<uint> others;
[[vk::binding(2)]] RWStructuredBuffer<uint> result;

struct Base {
    RWStructuredBuffer<uint> buffer;
    uint next() { return buffer.IncrementCounter(); }
};
struct Derived : Base { uint last; };
struct Holder { Derived inner; };

uint next_of(Holder holder) { return holder.inner.next(); }
void exchange(inout Base base, RWStructuredBuffer<uint> buffer) { base.buffer = buffer; }

[numthreads(1, 1, 1)]
void main() {
    Derived derived;
    derived.buffer = items;
    derived.last = 0;
    result[0] = derived.next();

    Holder holder;
    holder.inner = derived;
    result[1] = next_of(holder);

    Base base;
    base.buffer = items;
    exchange(base, others);
    result[2] = base.next();

    RWStructuredBuffer<uint> both[2] = { others, items };
    result[3] = both[1].IncrementCounter();
}
