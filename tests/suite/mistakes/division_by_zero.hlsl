//@ run: -T cs_6_0
RWBuffer<int> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = 7 / 0;
//~                ^ warning[W2135]: division by zero is undefined
}
