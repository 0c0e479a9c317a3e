// Until somebody pauses it.

RWStructuredBuffer<uint> y : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint turns = 0;
    while (y[0] == 0) {
        turns++;
        y[1] = turns;
    }
}
//@ run: -T cs_6_0 -E main
