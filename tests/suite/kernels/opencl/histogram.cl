//@ run:
//@ in: 0:0 = u32:3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3
//@ in: 0:1 = u32:100,0,0,0
//@ in: 0:2 = i32:0,0
//@ dispatch: 2 1 1
//@ out: 0:1 = u32:102,8,2,4
//@ out: 0:2 = i32:0,-9
// Atomic functions of OpenCL 1.2 on global and local memory.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global const uint *in, global uint *bins, global int *extremes) {
    local uint own[4];
    size_t lane = get_local_id(0);
    if (lane < 4)
        own[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint value = in[get_global_id(0)];
    atomic_inc(&own[value % 4]);
    atomic_max(&extremes[0], (int)value - 10);
    atomic_min(&extremes[1], (int)value - 10);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 4)
        atomic_add(&bins[lane], own[lane]);
}
