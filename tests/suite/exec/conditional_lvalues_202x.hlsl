//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:1,2,3,4,0,0,0,0,0,0,0,0
//@ dispatch: 1
//@ out: r = f32:9,2,3,4,1,5,8,2,6,1,3,7

// A conditional expression of two variables of one type is one of them, also where a part of it is assigned to.
RWStructuredBuffer<float> r;
static int evaluations = 0;
float value() { evaluations++; return 5; }
struct Pair { float2 v; float list[2]; };

[numthreads(1, 1, 1)]
void main() {
    float a = 1, b = 2;
    bool yes = r[0] > 0;
    (yes ? b : a) = value();
    r[4] = a;
    r[5] = b;
    (yes ? b : a) += 3;
    r[6] = b;
    ((yes ? a : b))++;
    r[7] = a;
    Pair p, q;
    p.v = 0; q.v = 0;
    p.list[0] = 0; p.list[1] = 0; q.list[0] = 0; q.list[1] = 0;
    (yes ? p : q).v.y = 6;
    r[8] = p.v.y + q.v.y;
    r[9] = evaluations;
    (yes ? q : p).list[1] = ++(yes ? a : b);
    r[10] = q.list[1] + p.list[1];
    (yes ? r[0] : r[1]) = 9;
    float3 u = 1, w = 2;
    (yes ? u : w).zx = float2(4, 3);
    r[11] = u.x + u.z;
}
