//@ run:
//@ in: 0:0 = f32:1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0
//@ in: 0:1 = f32:10.0,20.0,30.0,40.0,50.0,60.0,70.0,80.0
//@ in: 0:2 = f32:0.5
//@ in: 0:3 = u32:7
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:10.5,21.0,31.5,42.0,52.5,63.0,73.5,80.0
// y += a * x, with a guard.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global const float *x, global float *y, float a, uint count) {
    size_t i = get_global_id(0);
    if (i < count)
        y[i] = mad(a, x[i], y[i]);
}
