//@ run:
//@ in: 0:0 = f32:1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0
//@ in: 0:1 = f32:0*16
//@ in: 0:2 = u32:0*6
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:1.0,2.0,3.0,0.0,4.0,5.0,6.0,1.0,7.0,8.0,9.0,2.0,10.0,11.0,12.0,3.0
//@ out: 0:2 = u32:1216365056,1296059264,1073757184,1157645312,1207977728,1233144064
// Vectors that are not aligned, and numbers of 16 bits in memory alone.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const float *in, global float *out, global half *halves) {
    size_t i = get_global_id(0);
    float3 three = vload3(i, in);
    vstore4((float4)(three, (float)i), i, out);
    vstore_half(three.x + three.y, i, halves);
    vstore_half2(three.xy, i + 2, halves);
}
