//@ run: -T cs_6_0 -E main -O1
//@ in: indices = u32:1,1
//@ in: result = i32:0*12
//@ dispatch: 1 1 1
//@ out: result = i32:11,82,12,202,204,2,11,2,15,20,0,0
//@ run: -T cs_6_0 -E main -O0
//@ in: indices = u32:1,1
//@ in: result = i32:0*12
//@ dispatch: 1 1 1
//@ out: result = i32:11,82,12,202,204,2,11,2,15,20,0,0
//@ run: -T cs_6_0 -E main -O3
//@ in: indices = u32:1,1
//@ in: result = i32:0*12
//@ dispatch: 1 1 1
//@ out: result = i32:11,82,12,202,204,2,11,2,15,20,0,0

// What a function can reach under two names is copied in and out; what it cannot is not.
StructuredBuffer<uint> indices : register(t0);
RWStructuredBuffer<int> result : register(u1);

static int state;

void two(inout int a, inout int b) { a += 1; b += 10; }
void meet(inout int a) { a = 5; state = 77; a += state; }

void touch() { state = 50; }
void deep(inout int a) { a = 1; touch(); a += 1; }

struct Pair {
    int x;
    int y;
    void add(inout int a) { x += 100; a += x; }
};

struct Outer { Pair first; int high; };
void lower(inout Pair part, inout int low) { part.x = 20; low = part.x - low; }

[numthreads(1, 1, 1)]
void main() {
    int x = 1;
    two(x, x);
    result[0] = x;

    state = 0;
    meet(state);
    result[1] = state;

    int elements[3] = { 1, 2, 3 };
    two(elements[indices[0]], elements[indices[1]]);
    result[2] = elements[1];

    Pair pair = { 1, 2 };
    pair.add(pair.x);
    pair.add(pair.y);
    result[3] = pair.x;
    result[4] = pair.y;

    state = 9;
    deep(state);
    result[5] = state;

    int2 same = int2(1, 1);
    two(same.x, same.x);
    result[6] = same.x;

    int2 parts = int2(1, 5);
    two(parts.x, parts.y);
    result[7] = parts.x;
    result[8] = parts.y;

    Outer outer = { { 13, 0 }, 0 };
    lower(outer.first, outer.high);
    result[9] = outer.high;
    lower(outer.first, outer.first.x);
    result[10] = outer.first.x;
    result[11] = outer.first.y;
}
