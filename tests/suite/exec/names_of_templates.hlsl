//@ run: -T cs_6_0 -E main
//@ in: y = u32:0*9
//@ dispatch: 1
//@ out: y = u32:1,2,3,4,5,6,7,8,2
RWStructuredBuffer<uint> y;

// Names are looked up where a template is written: the namespace within another one that is declared later is not seen.
namespace a { namespace c { template<class T> static const uint one = 1; } }
namespace a { namespace s { template<class T> uint f() { return c::one<T>; } } }
namespace a { namespace s { namespace c { template<class T> static const uint other = 0; } } }

// An intrinsic that takes the arguments is called, and not what a template will be called later.
namespace n {
template<typename L, typename R> struct Helper { static uint2 call(L l, R r) { return mul(l, r); } };
template<typename L, typename R> uint2 mul(L l, R r) { return Helper<L, R>::call(l, r); }
}
namespace m { template<typename T> T clamp(T v, T low, T high) { return 100; } }
using namespace m;

// Specialisations outside of the namespace see what is in it.
namespace outer { namespace inner {
template<class T, uint i> struct Member;
struct Four { static const uint value = 4; };
struct Later;
} }
struct V;
template<> struct ::outer::inner::Member<V, 0> : Four { using type = uint; };
template<uint i> struct outer::inner::Member<V, i> { static const uint value = i; };
struct outer::inner::Later { uint x; };
struct V { typename outer::inner::Member<V, 0>::type p; };

// A call of a member is one of its operator.
struct Generator { uint state; uint operator()() { return ++state; } };
struct Owner { Generator generator; };

// A derived class against templates of its base, and the nearest base of several.
template<typename T> struct Base { T v; };
template<typename T> struct Derived : Base<T> {};
struct Most : Derived<uint> {};
uint get(Base<uint> o) { return 0; }
uint get(Derived<uint> o) { return o.v; }
template<typename T> T content(Base<T> o) { return o.v; }

// The more special of two function templates.
template<typename T> uint shape(T) { return 1; }
template<typename T> uint shape(Base<T>) { return 8; }

// The length of a string, and of an array.
template<uint N> struct Length { static const uint value = N; };
template<typename T, uint N> Length<N> length(T a[N]);

[numthreads(1, 1, 1)]
void main() {
    y[0] = a::s::f<uint>();
    uint2x2 two = { 2, 0, 0, 2 };
    y[1] = n::mul(two, uint2(1, 1)).y;
    y[2] = (uint)clamp(float3(2, 9, 9), 3.0, 4.0).x;
    y[3] = outer::inner::Member<V, 0>::value;
    y[4] = outer::inner::Member<V, 5>::value;
    Owner owner;
    owner.generator.state = 5;
    y[5] = owner.generator();
    Most most;
    most.v = 7;
    y[6] = get(most) == content(most) ? 7 : 0;
    Base<float> wrapped;
    wrapped.v = 0;
    y[7] = shape(wrapped);
    y[8] = Length<__decltype(length("Hello"))::value - 4>::value;
}
