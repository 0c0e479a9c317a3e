//@ run: -T cs_6_0
RWBuffer<int> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = 1;
    return 0;
//~ ^ error[E2200]: void function cannot return a value
}
