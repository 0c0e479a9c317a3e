//@ run: -T cs_6_9
//@ in: b = f32:0*16
//@ dispatch: 1
//@ out: b = f32:2,4,6,8,10,17,3,3,3,3,3,3,9,0,0,0
// Groupshared memory holds fewer components than values have: an argument in it is copied in and back.
struct Pair { float first; vector<float, 6> rest; };
RWStructuredBuffer<float> b;
groupshared vector<float, 6> vectors[2];
groupshared Pair pair;

void change(inout vector<float, 6> v) {
    v *= 2;
    v[5] += 5;
}

void set(out float value) { value = 9; }
void fill(out Pair all) {
    all.first = 1;
    all.rest = 3;
}

[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    vectors[1] = vector<float, 6>(1, 2, 3, 4, 5, 6);
    change(vectors[lane + 1]);
    fill(pair);
    set(vectors[lane][3]);
    for (uint i = 0; i < 6; i++) {
        b[i] = vectors[1][i];
        b[6 + i] = pair.rest[i];
    }
    b[12] = vectors[0][3];
}
