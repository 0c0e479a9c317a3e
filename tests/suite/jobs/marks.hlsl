//@ run: -T cs_6_0 -E half_of_it
//@ run: -T cs_6_0 -E all_of_it
//@ run: -T cs_6_0 -E later

// Dispatches of which the later ones read what the first one has written: half of it, or all.
RWStructuredBuffer<uint> scratch : register(u0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(16, 1, 1)]
void half_of_it(uint3 id : SV_DispatchThreadID) {
    if (id.x % 2 == 0)
        scratch[id.x] = id.x;
}

[numthreads(16, 1, 1)]
void all_of_it(uint3 id : SV_DispatchThreadID) {
    scratch[id.x] = id.x;
}

[numthreads(16, 1, 1)]
void later(uint3 id : SV_DispatchThreadID) {
    if (id.x < 15)
        result[id.x] = scratch[id.x] + scratch[id.x + 1];
}
