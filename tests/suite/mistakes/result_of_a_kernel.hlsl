//@ run: -T cs_6_0
RWBuffer<float> list;
[numthreads(8, 8, 1)]
float4 main(uint at : SV_GroupIndex) : SV_Target {
//~    ^ error[E2555]: compute entry point must return void
    list[at] = 1;
    return 1;
}
