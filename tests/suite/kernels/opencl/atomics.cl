//@ run:
//@ in: 0:0 = i32:0,1,0,40
//@ in: 0:1 = i32:0*9
//@ dispatch: 1 1 1
//@ out: 0:0 = i32:8,17,255,5
//@ out: 0:1 = i32:100,100,100,100,100,100,100,100,80
// Atomic functions of C11.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global atomic_int *counter, global int *out) {
    size_t i = get_global_id(0);
    int ticket = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device);
    out[ticket] = 100;
    int expected = -1;
    while (!atomic_compare_exchange_strong(&counter[1], &expected, expected + 2)) {
    }
    atomic_fetch_or(&counter[2], 1 << i);
    if (i == 0)
        out[8] = atomic_load_explicit(&counter[3], memory_order_relaxed) + atomic_exchange(&counter[3], 5);
}
