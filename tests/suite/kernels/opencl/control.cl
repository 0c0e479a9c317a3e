//@ run:
//@ in: 0:0 = i32:1,2,3,6,7,9,25,27
//@ in: 0:1 = i32:0*16
//@ dispatch: 1 1 1
//@ out: 0:1 = i32:0,10,1,20,7,-7,8,10,16,10,19,-19,23,-23,101,60
// Loops and switches.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global const int *in, global int *out) {
    size_t i = get_global_id(0);
    int value = in[i], steps = 0;
    while (value != 1) {
        value = value & 1 ? 3 * value + 1 : value / 2;
        if (++steps > 100)
            break;
    }
    int kind;
    switch (steps & 7) {
    case 0: kind = 10; break;
    case 1:
    case 2: kind = 20; break;
    case 5: kind = 50;
    case 6: kind = 60; break;
    default: kind = -steps;
    }
    out[2 * i] = steps;
    out[2 * i + 1] = kind;
}
