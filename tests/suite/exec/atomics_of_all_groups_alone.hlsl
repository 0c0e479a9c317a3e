//@ run: -T cs_6_0
//@ in: numbers = u32:0*64
//@ in: words = u32:7*4
//@ in: own = u32:0*70
//@ dispatch: 70
//@ out: numbers = u32:2415,2485,2555,2625,2695,2765,2835,2905,2975,3045,3115,3185,3255,3325,3395,3465,3535,3605,3675,3745,3815,3885,3955,4025,4095,4165,4235,4305,4375,4445,4515,4585,4655,4725,4795,4865,4935,5005,5075,5145,5215,5285,5355,5425,5495,5565,5635,5705,5775,5845,5915,5985,6055,6125,6195,6265,6335,6405,6475,6545,6615,6685,6755,6825
//@ out: words = u32:28679,4103,45063,4103
//@ out: own = u32:0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96,64,96,0,96
// All groups change the same elements without waiting for each other: those of lanes, those of several lanes, and of each group.
RWByteAddressBuffer numbers : register(u0);
RWStructuredBuffer<uint> words : register(u1);
RWStructuredBuffer<uint> own : register(u2);

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    numbers.InterlockedAdd(4 * lane, lane + group.x);
    InterlockedXor(words[lane / 16], ((lane * group.x) & 0xff) << 8);
    InterlockedAdd(own[group.x], (lane * group.x) & 3);
}
