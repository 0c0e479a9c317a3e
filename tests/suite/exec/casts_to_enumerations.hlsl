//@ run: -T cs_6_0 -E main -HV 2021
//@ in: y = i32:9*5
//@ dispatch: 1 1 1
//@ out: y = i32:0,0,3,3,0

// A number fills a struct, enumerations of both kinds included.
enum class Mode { Off, On, Idle, Busy };
enum Plain { First, Second };
struct Inner { int id; Mode mode; };
struct Outer { Plain plain; Inner inner; Mode modes[2]; };
RWStructuredBuffer<int> y : register(u1);

template<typename T> T zero() { return (T)0; }

[numthreads(1, 1, 1)]
void main() {
    Inner inner = (Inner)0;
    Outer outer = (Outer)3;
    y[0] = inner.id + (int)inner.mode;
    y[1] = (int)zero<Outer>().modes[1];
    y[2] = (int)outer.modes[1];
    y[3] = (int)outer.inner.mode;
    y[4] = (int)zero<Inner>().mode;
}
