//@ run:
//@ in: 0:0 = i32:5,-7,1048576,-2147483000
//@ in: 0:1 = i32:0*48
//@ dispatch: 1 1 1
//@ out: 0:1 = i32:5,2147483637,0,1,2,29,1280,4,0,1,10,2,7,2147483625,-27,-2,30,0,-1537,-2,-5,-2,14,-1,1048576,2147483647,1048556,262144,1,11,268435456,524289,1048571,12289,2097152,2,2147483000,632,-2147483020,-536870750,4,0,166016,-1073741499,-5,-25165817,-1296,-1
// Functions of integers, with and without a sign.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const int *in, global int *out) {
    size_t i = get_global_id(0);
    int x = in[i];
    uint u = (uint)x;
    out[12 * i] = abs(x);
    out[12 * i + 1] = add_sat(x, 0x7ffffff0);
    out[12 * i + 2] = sub_sat(u, 20u);
    out[12 * i + 3] = mul_hi(x, 1 << 30);
    out[12 * i + 4] = popcount(x);
    out[12 * i + 5] = clz(u);
    out[12 * i + 6] = rotate(x, 8);
    out[12 * i + 7] = hadd(x, 3);
    out[12 * i + 8] = max(x, 0) - (int)min(u, 5u);
    out[12 * i + 9] = mad24(x >> 8, 3, 1);
    out[12 * i + 10] = (int)abs_diff(x, -x);
    out[12 * i + 11] = clamp(x, -2, 2) + (int)(u >> 31);
}
