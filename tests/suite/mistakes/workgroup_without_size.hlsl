//@ run: -T cs_6_0
RWBuffer<int> list;
void main(uint at : SV_GroupIndex) {
//~  ^ error[E2530]: compute entry point requires the attribute 'numthreads'
    list[at] = 1;
}
