//@ run: -T cs_6_0 -E settled
//@ check-not: OpLoopMerge
//@ in: o = f32:5*4
//@ dispatch: 1
//@ out: o = f32:0,5,5,5

//@ run: -T cs_6_0 -E together
//@ check-not: FAdd
//@ in: o = f32:5*4
//@ dispatch: 1
//@ out: o = f32:2,5,5,5

//@ run: -T cs_6_0 -E changed
//@ check: OpLoopMerge
//@ in: o = f32:5*4
//@ dispatch: 1
//@ out: o = f32:9,5,5,5

// What a loop computes from constants to the same constants again is a constant; a loop that changes nothing else goes.
RWStructuredBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void settled() {
    float x = 0;
    int i = (int)o[1];
    do {
        x = (x + 1) * x;
        i = i / 2;
    } while (i != 0);
    o[0] = x;
}

// Two values are constants as long as both are.
[numthreads(1, 1, 1)]
void together() {
    float a = 1, b = 2;
    for (int i = 0; i < (int)o[1]; i++) {
        float c = a + b - 1;
        a = b / 2;
        b = c;
    }
    o[0] = a * b;
}

// The second iteration has another value.
[numthreads(1, 1, 1)]
void changed() {
    float a = 1, b = 1;
    for (int i = 0; i < (int)o[1]; i++) {
        float c = a * b;
        a = b;
        b = c + (i == 3 ? 2 : 0);
    }
    o[0] = b * a;
}
