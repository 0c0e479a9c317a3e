//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// A loop that comes round to where it was.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint count = 0;
    [loop] while (count < 10) {
//~               ^ error[E6105]: infinite loop: iteration 2049 repeats an earlier state (endless)
        if (index != 7)
            count++;
    }
    data[index] = count;
}
