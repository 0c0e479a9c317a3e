//@ run: -T cs_6_0
RWBuffer<int> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    int least = -1;
    if (least < at.x) list[at.x] = 1;
}
