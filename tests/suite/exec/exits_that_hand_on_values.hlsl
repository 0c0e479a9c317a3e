//@ run: -T cs_6_0
//@ in: source = i32:5,1,9,-2,7,3,-8,4,11,6
//@ in: result = zeros:80
//@ dispatch: 1
//@ out: result = i32:2,0,252,300,30,0,0,0,0,0,0,0,0,0,0,0,5,0,0,0

// What follows an exit uses what came before it: the loop goes on, or ends, with values of the selection in it.
StructuredBuffer<int> source;
RWStructuredBuffer<int> result;
static int shared = 3;

int count(int limit, StructuredBuffer<int> from) {
    for (int i = 0; i < 5; ++i) {
        shared += i;
        switch (from[i] & 3) {
        case 0: {
            for (int j = 0; j < 4; ++j) { shared += j; }
        } break;
        case 1: {
            if (from[i] > limit) return i;
            int n = 0;
            while (true) {
                if (++n > 1) break;
                shared = shared < 40 ? shared * 2 : shared - from[i];
            }
        } break;
        default: {
        } break; }
    }
    return shared;
}

int last(int limit) {
    int i = 0;
    while (true) {
        int next = source[i];
        if (next > limit) {
            shared += next;
            result[16] = next;
            break;
        }
        shared = max(shared, next);
        i++;
    }
    return shared * 10 + i;
}

[numthreads(1, 1, 1)]
void main() {
    result[0] = count(8, source);
    result[1] = count(4, source);
    result[2] = last(8);
    result[3] = last(4);
    result[4] = shared;
}
