//@ run: -T cs_6_0 -E main
//@ in: x = i32:3,1,4,1,5
//@ in: y = i32:0*24
//@ dispatch: 1 1 1
//@ out: y = i32:0,8,8,8,5,5,5,5,0,3,4,4,3,1,7,0,1,1,2,2,3,3,4,4

// Variables that a construct in a loop alone accesses have values from one iteration to the next.
StructuredBuffer<int> x : register(t0);
RWStructuredBuffer<int> y : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int first;
    for (int i = 0; i < 4; i++) {
        if (i == 0)
            first = x[0] + 5;
        else
            y[i] = first;
    }
    for (int j = 0; j < 2; j++) {
        for (int k = 0; k < 2; k++) {
            static int once = x[j] + 2;
            y[4 + 2 * j + k] = once;
        }
    }
    int last;
    for (int l = 0; l < 4; l++) {
        if (l > 0) {
            if (x[l - 1] > 1)
                last = x[l - 1];
            if (l > 0)
                y[8 + l] = l == 3 ? last : l == 2 ? last + 1 : last;
        }
    }
    int2 both;
    for (int m = 0; m < 2; m++) {
        if (x[m] > 0) {
            both[m] = x[m];
            if (m == 1) {
                y[12] = both.x;
                y[13] = both.y;
            }
        }
    }
    // Here a value is stored first in each iteration, and then nothing of it lives on.
    for (int n = 0; n < 2; n++) {
        int own = x[n];
        if (own > 1)
            own += x[2];
        y[14] = max(y[14], own);
    }
    for (int o = 0; o < 4; o++) {
        for (int p = 0; p < 2; p++) {
            static int count = 0;
            count += p == 0;
            y[16 + 2 * o + p] = count;
        }
    }
}
