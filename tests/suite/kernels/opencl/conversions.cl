//@ run:
//@ in: 0:0 = f32:1.5,2.5,-3.75,300.25
//@ in: 0:1 = i32:0*32
//@ dispatch: 1 1 1
//@ out: 0:1 = i32:1500000000,1,2,2,1,127,1266679809,1,2147483647,2,2,3,2,127,1266679810,2,-2147483648,0,-4,-3,-4,-128,1266679806,0,2147483647,255,300,301,300,127,1266679958,300
// Conversions that saturate and round.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const float *in, global int *out) {
    size_t i = get_global_id(0);
    float x = in[i];
    out[8 * i] = convert_int_sat(x * 1e9f);
    out[8 * i + 1] = convert_uchar_sat(x);
    out[8 * i + 2] = convert_int_rte(x);
    out[8 * i + 3] = convert_int_rtp(x);
    out[8 * i + 4] = convert_int_rtn(x);
    out[8 * i + 5] = convert_char_sat((int)(x * 100));
    out[8 * i + 6] = as_int(convert_float_rte(16777217 + (int)x));
    out[8 * i + 7] = convert_uint_sat((int)x);
}
