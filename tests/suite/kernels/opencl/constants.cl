//@ run:
//@ in: 0:0 = i32:0,5,8,13
//@ in: 0:1 = i32:0*16
//@ dispatch: 1 1 1
//@ out: 0:1 = i32:2,0,97,1,13,75,122,-26,5,120,97,1,3,195,122,-26
// Variables in constant memory.
constant int primes[6] = { 2, 3, 5, 7, 11, 13 };
constant float4 weights = (float4)(1, 2, 4, 8);
constant struct { char code; short number; } pairs[2] = { { 'a', 1 }, { 'z', -26 } };

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const int *in, global int *out) {
    size_t i = get_global_id(0);
    int at = in[i];
    out[4 * i] = primes[at % 6];
    out[4 * i + 1] = (int)dot(weights, (float4)(at));
    out[4 * i + 2] = pairs[at & 1].code;
    out[4 * i + 3] = pairs[at & 1].number;
}
