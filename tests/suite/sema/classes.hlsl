//@ run: -T ps_6_0
interface Shape { float area(); };
class Base { float scale; float scaled(float x) { return x * scale; } static float unit() { return 1; } };
struct Square : Base, Shape {
    float side;
    float area() { return scaled(side * side); }
    float later(float x);
    Square operator+(Square other) { Square sum = this; sum.side += other.side; return sum; }
    float operator[](int i) { return side + i; }
    float operator()(float x) { return side * x; }
};
float Square::later(float x) { return side - x; }
float base(Base b) { return b.scale; }
float4 main(float2 p : P) : SV_Target {
    Square a, b;
    a.scale = 2; a.side = p.x; b.scale = 3; b.side = p.y;
    return (a + b).area() + a[1] + b(2) + Square::unit() + a.later(1) + base(a);
}
