//@ run:
//@ in: 0:0 = f32:1.0,2.0,3.5,-4.0
//@ in: 0:1 = i32:0*24
//@ dispatch: 1 1 1
//@ out: 0:1 = i32:7,5,-10,1,3841,5,7,6,-11,3,3842,7,7,6,-11,3,3843,7,15,5,-10,1,4092,5
// Classes of numbers, and whether all or any.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const float *in, global int *out) {
    size_t i = get_global_id(0);
    float x = in[i], y = x / 0.0f;
    out[6 * i] = isnan(y - y) + 2 * isinf(y) + 4 * isfinite(x) + 8 * (signbit(x) != 0);
    out[6 * i + 1] = isless(x, 2.0f) + 2 * isgreaterequal(x, 2.0f) + 4 * isunordered(x, y - y);
    int2 both = isgreater((float2)(x, 2.0f), (float2)(1.0f));
    out[6 * i + 2] = both.x + 10 * both.y;
    out[6 * i + 3] = any(both) + 2 * all(both);
    out[6 * i + 4] = bitselect(0x0f0f, (int)x, 0xff);
    out[6 * i + 5] = select(5, 7, x > 1.0f);
}
