// Cases that are empty stay on the way to the one that is not: two cases must not fall through to the same one.
//@ run: -T cs_6_0 -fspv-optimizer=own
//@ run: -T cs_6_0 -fspv-optimizer=own -O3
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    switch (id.x) {
    case 0:
    case 1:
    case 2:
    case 3: o[0] = 1;
    case 4:
    case 5: break;
    case 6:
    case 7:
    default: o[1] = 2;
    }
}
