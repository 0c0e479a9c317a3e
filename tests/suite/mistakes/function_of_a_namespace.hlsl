//@ run: -T cs_6_0
namespace maths { namespace powers { float sq(float x) { return x * x; } } }
RWBuffer<float> list;
[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex) {
    list[at] = sq(at);
//~            ^ error[E2001]: use of undeclared identifier 'sq'
//~            ^ note: did you mean 'maths::powers::sq'?
}
