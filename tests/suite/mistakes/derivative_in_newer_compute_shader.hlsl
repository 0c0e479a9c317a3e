//@ run: -T cs_6_6
RWBuffer<float> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = ddy(float(at.y));
}
