//@ run:
//@ in: 0:0 = u32:0*32
//@ in: 0:1 = u32:0*8
//@ dispatch: 1 1 1
//@ out: 0:1 = u32:140,140,139,135,126,110,85,49
// Pointers in structs: a list in global memory that the kernel links, and a struct of its own with pointers to two kinds
// of memory. Invocation i follows the list from node i on.
typedef struct Node {
    uint value;
    global struct Node *next;
} Node;

typedef struct {
    local uint *shared;
    global Node *node;
    uint sum;
} Walk;

static void advance(Walk *walk) {
    walk->sum += walk->shared[walk->node->value];
    walk->node = walk->node->next;
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run(global Node *nodes, global uint *out) {
    local uint squares[8];
    size_t i = get_local_id(0);
    squares[i] = i * i;
    nodes[i].value = i;
    nodes[i].next = i + 1 < get_local_size(0) ? nodes + i + 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    Walk walk = { squares, nodes + i, 0 };
    while (walk.node) {
        advance(&walk);
    }
    out[i] = walk.sum;
}
