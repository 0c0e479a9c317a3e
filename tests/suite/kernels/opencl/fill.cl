//@ run:
//@ in: 0:0 = i32:0*8
//@ dispatch: 1 1 1
//@ out: 0:0 = i32:40960,4,0,4,640,0,0,0
// Arrays that are filled, copied and indexed.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global int *out) {
    size_t i = get_global_id(0);
    int table[16] = { 0 };
    int other[4] = { 1, 2, 3, 4 };
    for (int k = 0; k < 4; k++)
        table[(i * 3 + k) & 15] = other[k] * (int)(i + 1);
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum = sum * 2 + table[k] % 2;
    out[2 * i] = sum;
    out[2 * i + 1] = table[(i + 3) & 15];
}
