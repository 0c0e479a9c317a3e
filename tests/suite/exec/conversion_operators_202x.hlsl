//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:0*16
//@ dispatch: 1
//@ out: r = f32:2,4,3,4,7,12,1,9,3,2,20,6,5,2,30,1

// A conversion operator is called where nothing else converts the struct, and in casts; `explicit` ones in casts alone.
RWStructuredBuffer<float> r;

struct Size {
    float x;
    operator float() const { return x; }
};

struct Both : Size {
    int y;
    explicit operator int() { return y * 10; }
    operator vector<int, 2>() { return int2(y, y + 1); }
};

namespace units {
    struct Metre { float value; };
    struct Foot {
        float value;
        operator units::Metre() { Metre m = { value * 0.5 }; return m; }
    };
}

struct Holder {
    float v[2];
    operator Size();
};
Holder::operator Size() { Size s = { v[1] }; return s; }

float twice(float x) { return 2 * x; }
float only(int2 v) { return v.x + v.y; }
template<typename T> struct Box {
    T held;
    operator T() { return held; }
};
float give(Size s) { return s; }
float stored(units::Metre m) { return m.value; }

[numthreads(1, 1, 1)]
void main() {
    Size s = { 2 };
    float f = s;
    r[0] = f;
    r[1] = twice(s);
    r[2] = s + 1;
    r[3] = (float)s * s;
    Both b;
    b.x = 7;
    b.y = 1;
    r[4] = b.x + 0 * (int)b;
    float total = 10;
    total += s;
    r[5] = total;
    int2 pair = b;
    r[6] = pair.x;
    r[7] = max(s, 9.0);
    r[8] = only(b);
    r[9] = give(s);
    b.y = 2;
    r[10] = (int)b;
    const Size c = { 6 };
    r[11] = c;
    units::Foot foot = { 10 };
    r[12] = stored(foot);
    Holder h = { { 1, 2 } };
    Size moved = h;
    r[13] = moved.x;
    Box<int> box = { 30 };
    r[14] = box + 0;
    r[15] = s ? 1 : 0;
}
