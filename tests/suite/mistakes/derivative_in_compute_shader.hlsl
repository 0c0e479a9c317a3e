//@ run: -T cs_6_0
RWBuffer<float> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = ddy(float(at.y));
//~              ^ warning[W2410]: 'ddy' in a compute shader requires shader model 6.6
}
