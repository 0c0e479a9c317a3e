//@ run:
//@ in: 0:0 = u32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23
//@ in: 0:1 = u32:0*24
//@ in: 0:2 = u32:0*40
//@ dispatch: 2 1 1
//@ out: 0:1 = u32:90,80,70,60,50,40,30,20,10,0,0,0,210,200,190,180,170,160,150,140,130,120,0,0
//@ out: 0:2 = u32:0,0,0,0,1,4,0,0,2,8,0,0,3,12,0,0,4,0,0,0,12,0,0,0,13,4,0,0,14,8,0,0,15,12,0,0,16,0,0,0
// What a workgroup copies together, with strides, and structs that are copied as bytes.
typedef struct { uchar tag[3]; uchar rest[10]; uint number; } record;

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const uint *in, global uint *out, global uint *strided) {
    local uint own[10];
    local uint other[10];
    size_t lane = get_local_id(0), group = get_group_id(0);
    event_t event = async_work_group_copy(own, in + 12 * group, 10, 0);
    wait_group_events(1, &event);
    for (size_t at = lane; at < 10; at += 4)
        other[9 - at] = 10 * own[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(out + 12 * group, other, 10, 0);
    event_t second = async_work_group_strided_copy(strided + 20 * group, own, 5, 4, event);
    event_t both[2] = { event, second };
    wait_group_events(2, both);
    record one, two;
    one.tag[lane % 3] = 7;
    one.number = (uint)lane * 4;
    two = one;
    strided[20 * group + 4 * lane + 1] = two.number;
}
