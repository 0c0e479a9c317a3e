//@ run: -T cs_6_6 -E main -HV 202x
// Const objects call const methods, others prefer those that are not const; mutable members may be written anyway.
//@ in: B = i32:5
//@ in: r = i32:0*7
//@ dispatch: 1
//@ out: r = i32:2,1,1,4,10,6,3
struct Counter {
    int value;
    mutable int reads;
    int kind() const { return 1; }
    int kind() { return 2; }
    int get() const { reads += 1; return value; }
    int own_kind() const { return kind(); }
    void add(int x) { value += x; }
};
struct Plain {
    int value;
    int twice() const;
    int operator[](int index) const { return value + index; }
};
int Plain::twice() const { return value * 2; }
cbuffer B { Plain plain; };
RWStructuredBuffer<int> r;

[numthreads(1, 1, 1)]
void main() {
    Counter changing = { 3, 0 };
    const Counter fixed = { 4, 0 };
    r[0] = changing.kind();
    r[1] = fixed.kind();
    r[2] = changing.own_kind();
    r[3] = fixed.get();
    r[4] = plain.twice();
    r[5] = plain[1];
    changing.get();
    changing.get();
    changing.get();
    r[6] = changing.reads;
}
