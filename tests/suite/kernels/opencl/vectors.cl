//@ run:
//@ in: 0:0 = f32:1.0,2.0,3.0,4.0,8.0,7.0,6.0,5.0,0.5,9.0,2.0,2.0,3.0,3.0,3.0,3.0
//@ in: 0:1 = f32:0*16
//@ in: 0:2 = i32:0*16
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:4.0,3.0,2.0,1.5,6.5,6.5,6.5,6.5,2.0,6.5,6.5,1.5,3.0,3.0,3.0,3.0
//@ out: 0:2 = i32:1,2,0,0,0,0,6,5,0,0,2,0,0,0,0,0
// Vectors: swizzles, comparisons, choices, conversions.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const float4 *in, global float4 *out, global int4 *chosen) {
    size_t i = get_global_id(0);
    float4 value = in[i];
    float4 turned = value.wzyx;
    turned.xy = fmax(turned.xy, value.xy);
    out[i] = clamp(turned, 1.5f, 6.5f);
    int4 less = value < turned;
    chosen[i] = select((int4)(0), convert_int4(value), less);
}
