//@ run:
//@ in: 0:0 = u32:0,1,2,3,3,2,1,0,1,1,1,1,7,6,5,4
//@ in: 0:1 = f32:0*32
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:1.0,2.0,3.0,4.0,10.0,20.0,30.0,60.0,4.0,3.0,2.0,1.0,60.0,30.0,20.0,10.0,2.0,2.0,2.0,2.0,20.0,20.0,20.0,20.0,4.0,3.0,2.0,1.0,60.0,30.0,20.0,10.0
// Components by masks that are known at run time alone.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const uint4 *masks, global float4 *out) {
    size_t i = get_global_id(0);
    float4 values = (float4)(1, 2, 3, 4);
    float2 more = (float2)(10, 20);
    out[2 * i] = shuffle(values, masks[i]);
    out[2 * i + 1] = shuffle2(more, more * 3.0f, masks[i]);
}
