//@ run: -T cs_6_9
//@ in: b = f32:0*40
//@ dispatch: 1
//@ out: b = f32:0*15,2,2,2,2,2,5,5,5,5,5,7,1,1,1,1,0*10

// Buffers hold long vectors as arrays: an argument in one is copied in and back.
struct Parts { vector<float, 5> values[3]; };
RWStructuredBuffer<Parts> b;

void change(inout vector<float, 5> list[3]) {
    list[0] = 2;
    list[1] += 5;
    list[2] = 1;
    list[2][0] = 7;
}

[numthreads(1, 1, 1)]
void main() { change(b[1].values); }
