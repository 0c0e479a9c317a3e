//@ run:
//@ in: 0:0 = u32:0*32
//@ dispatch: 2 1 1
//@ out: 0:0 = u32:0,22,0,4,1,22,0,2,100,22,0,1,101,22,0,1,10,22,0,4,11,22,1,2,110,22,0,1,111,22,0,1
// Where an invocation is.
kernel __attribute__((reqd_work_group_size(2, 2, 1))) void run(global uint *out) {
    uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    out[4 * at] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_group_id(0) + 1000 * get_group_id(1);
    out[4 * at + 1] = get_local_size(0) + 10 * get_num_groups(0) + 100 * get_work_dim() * 0;
    uint dimension = at & 3;
    out[4 * at + 2] = get_global_id(dimension);
    out[4 * at + 3] = get_global_size(dimension);
}
