//@ run:
//@ in: 0:0 = u32:10,11,12,13
//@ in: 0:1 = u32:0*4
//@ in: 0:2 = u32:0x1234
//@ dispatch: 1 1 1
//@ out: 0:1 = u32:10,1,12,1
// Pointers as numbers and back: what is computed from a pointer leads to its variable, any other number nowhere, where
// reads give 0 and writes do nothing.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global uint *in, global uint *out, global uint *number) {
    size_t i = get_local_id(0);
    size_t known = (size_t)(i % 4 == 0 ? in : out) + 4 * i;
    size_t place = i % 2 ? *number + 8 * i : (size_t)(in + i);
    global uint *target = (global uint *)place;
    uint value = *target;
    if (i % 2)
        *target = 77;
    out[i] = (known != 0 && i % 2) + value;
}
