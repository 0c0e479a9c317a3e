//@ run:
//@ in: 0:0 = f32:1.0,2.0,4.0,2.25
//@ in: 0:1 = f32:0*32
//@ dispatch: 1 1 1
//@ out: 0:1 ~16ulp = f32:1.0,2.0,1.0,1.0,2.0,3.0,5.5,2.0,1.4142135381698608,1.0,3.0,4.0,4.0,4.0,6.0,8.0,2.0,1.0,6.0,16.0,16.0,6.0,7.0,32.0,1.5,0.75,3.0,5.0625,4.756828308105469,4.25,6.125,10.125
// Mathematical functions of one and two numbers.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const float *in, global float *out) {
    size_t i = get_global_id(0);
    float x = in[i];
    out[8 * i] = sqrt(x);
    out[8 * i + 1] = fabs(x - 3.0f);
    out[8 * i + 2] = floor(x * 1.5f);
    out[8 * i + 3] = pow(x, 2.0f);
    out[8 * i + 4] = exp2(x);
    out[8 * i + 5] = fmin(x, 2.0f) + fmax(x, 2.0f);
    out[8 * i + 6] = mix(x, 10.0f, 0.5f);
    out[8 * i + 7] = hypot(x, x) * hypot(x, x);
}
