//@ run: -T cs_6_0
//@ in: result = f32:0,0,0,0,0
//@ dispatch: 1
//@ out: result = f32:6,15,6,7,40
// The default of a parameter with a way out is a variable, which the call changes.
RWStructuredBuffer<float> result;
static float total = 1;
static uint2 pair = uint2(7, 8);
void add(float by, inout float to = total) { to += by; }
void set(out float first = pair.y) { first = 40.5; }
[numthreads(1, 1, 1)]
void main() {
    add(2);
    add(3);
    result[0] = total;
    float other = 10;
    add(5, other);
    result[1] = other;
    result[2] = total;
    set();
    result[3] = pair.x;
    result[4] = pair.y;
}
