//@ run: -T cs_6_0
//@ in: source = f32:3,7,0.5,2,7,1,-1,4,7,9,7,0.5
//@ in: result = zeros:24
//@ dispatch: 1

// A loop is continued with a value of its own counter behind an earlier break: what continues it, and what follows it,
// uses the value of each way there.
StructuredBuffer<float> source;
RWStructuredBuffer<float> result;

float2 counted(float end) {
    float sum = 0;
    float i;
    [loop]
    for (i = 0; i < end; i++) {
        if (source[i] < 0) break;
        if (source[i] == 7) {
            i += 1;
            continue;
        }
        if (source[i] > 0.75) {
            sum += source[i];
            if (sum > 100) break;
        }
    }
    return float2(sum, i);
}

float2 endless() {
    float sum = 0;
    float i = 0;
    [loop]
    for (;;) {
        if (source[i] == 7) {
            i += 4;
            break;
        }
        if (source[i] > 1) {
            sum += source[i];
            if (sum > 100) break;
        }
        i += 1;
    }
    return float2(sum, i);
}

float2 tested_last(float end) {
    float sum = 0;
    float i = 0;
    [loop]
    do {
        i += 1;
        if (source[i] == 7) {
            i += 2;
            continue;
        }
        if (source[i] < 5) {
            sum += source[i];
            if (sum > end) break;
        }
        sum *= 2;
    } while (i < 11);
    return float2(sum, i);
}

[numthreads(1, 1, 1)]
void main() {
    float2 first = counted(12);
    float2 second = endless();
    float2 third = tested_last(100);
    result[0] = first.x;
    result[1] = first.y;
    result[2] = second.x;
    result[3] = second.y;
    result[4] = third.x;
    result[5] = third.y;
}
