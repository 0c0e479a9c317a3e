//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*8
//@ dispatch: 1

// Comments that allow, that allow nothing, and that say no reason.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    data[0] = 1; // check: allow(race-same-value) all threads store the same
    // check: allow(race) nobody else is here
    data[index] += 1;
    uint same = index; // check: allow(uninit) it has a value
//~                    ^ note[E6901]: unused suppression: the check has no finding here (allow)
    data[1] = 2 + same - index; // check: allow(race-same-value)
//~ ^ warning[E6002]: write-write data race on data[1] between lanes of a wave, unless they run in lockstep (race-in-wave)
//~                             ^ note[E6901]: suppression without a reason; add one after the parenthesis (allow)
}
