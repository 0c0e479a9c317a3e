//@ run:
//@ in: 0:0 = u32:3,1069547520,1075838976,1,1082130432,1090519040,4,1056964608,1048576000,2,1092616192,1101004800
//@ in: 0:1 = f32:0*4
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:8.5,4.0,9.5,32.0
// Structs in memory and in variables, and a function that is called.
typedef struct { int key; float weight[2]; } entry;

float total(const entry *one, int times) {
    float sum = 0;
    for (int i = 0; i < times; i++)
        sum += one->weight[i & 1];
    return sum;
}

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const entry *entries, global float *out) {
    size_t i = get_global_id(0);
    entry own = entries[i];
    own.weight[1] += own.key;
    out[i] = total(&own, own.key);
}
