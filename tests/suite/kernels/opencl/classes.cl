//@ run:
//@ in: 0:0 = u32:0*8
//@ dispatch: 1 1 1
//@ out: 0:0 = u32:0x109,0x20a,0x10b,0x20c,0x109,0x20a,0x10b,0x20c
// The memory that a pointer leads to which is selected at run time: casts give null for other memory.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global uint *out) {
    local uint shared[8];
    size_t i = get_local_id(0);
    shared[i] = 9 + i % 4;
    out[i] = 9 + i % 4;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    uint *anywhere = i % 2 ? (uint *)(shared + i) : (uint *)(out + i);
    global uint *to_out = to_global(anywhere);
    local uint *to_shared = to_local(anywhere);
    private uint *own = to_private(anywhere);
    uint memory = (to_out ? 0x100 : 0) + (to_shared ? 0x200 : 0) + (own ? 0x400 : 0);
    uint value = to_out ? *to_out : *to_shared;
    out[i] = memory + value;
}
