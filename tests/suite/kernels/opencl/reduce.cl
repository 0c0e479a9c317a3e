//@ run:
//@ in: 0:0 = i32:3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3
//@ in: 0:1 = i32:0*2
//@ dispatch: 2 1 1
//@ out: 0:1 = i32:31,49
// The sum of each workgroup's values, through local memory.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global const int *in, global int *out) {
    local int shared_values[8];
    size_t lane = get_local_id(0);
    shared_values[lane] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 4; step > 0; step /= 2) {
        if (lane < step)
            shared_values[lane] += shared_values[lane + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        out[get_group_id(0)] = shared_values[0];
}
