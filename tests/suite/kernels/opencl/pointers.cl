//@ run:
//@ in: 0:0 = i32:1,2,3,4
//@ in: 0:1 = i32:10,20,30,40
//@ in: 0:2 = i32:0*8
//@ dispatch: 1 1 1
//@ out: 0:2 = i32:100,4,9,3,70,2,4,1
// Addresses that are chosen and moved.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global int *a, global int *b, global int *out) {
    size_t i = get_global_id(0);
    global int *from = i & 1 ? a : b;
    global int *p = from + i;
    int sum = 0, count = 4 - (int)i;
    for (int k = 0; k < count; k++)
        sum += *p++;
    out[2 * i] = sum;
    out[2 * i + 1] = count;
}
