//@ run: -T cs_6_0
//@ in: source = i32:5,1,9,-2,7,3,-8,4,11,6
//@ in: result = zeros:200
//@ dispatch: 1
//@ out: result = i32:18,-1,46,7,9,2,106,0,0,0,0,0,0,0,0,0,0,0,0,0,5,1,9,-2,7,3,-8,4,11,6,0,5,6,0,15,22,0,25,29,40,18,6,6,5,1,0,2,0,9,0
//@ check-not: OpPhi %bool

// Loops and switches are left, and loops continued, from where that is decided: nothing is tested twice.
StructuredBuffer<int> source;
RWStructuredBuffer<int> result;

/// The loop ends in an arm that does something.
int first_above(int limit) {
    int found = -1;
    for (int i = 0; i < 10; i++) {
        if (source[i] > limit) {
            found = source[i] * 2;
            result[40] = found;
            break;
        }
        result[i + 20] = source[i];
    }
    return found;
}

/// Some ways go on with the loop, from selections in selections.
int sum_of_some(int limit) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (source[i] < limit) {
            result[41] = i;
            if (source[i] < 0) {
                result[42] = i;
                continue;
            }
            result[43] = i;
        }
        result[i + 30] = sum;
        sum += source[i];
    }
    return sum;
}

/// The switch ends in the middle of a case.
int by_kind(int kind) {
    int value = 7;
    switch (kind) {
    case 1:
        if (source[kind] > 0) {
            result[44] = 1;
            break;
        }
        result[45] = 2;
        value = 8;
        break;
    case 2:
        value = 9;
    }
    return value;
}

/// A loop without a condition of its own, left from three places.
int until(int limit) {
    int i = 0;
    while (true) {
        if (source[i] > limit) {
            result[46] = i;
            break;
        }
        if (i == 9) {
            result[47] = i;
            break;
        }
        i++;
        if (source[i] < -5) {
            i += 100;
            result[48] = source[2];
            break;
        }
    }
    return i;
}

[numthreads(1, 1, 1)]
void main() {
    result[0] = first_above(8);
    result[1] = first_above(20);
    result[2] = sum_of_some(4);
    result[3] = by_kind(source[1]);
    result[4] = by_kind(source[5] - 1);
    result[5] = until(8);
    result[6] = until(30);
}
