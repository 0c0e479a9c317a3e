//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:3*12
//@ dispatch: 1
//@ out: r = f32:9,6,2,24,5,7,1,12,8,3,16,10

// constexpr functions give constants for arrays, templates and assertions, and are functions otherwise.
RWStructuredBuffer<float> r;

constexpr int square(int n) { return n * n; }
constexpr int greater(int a, int b) { if (a > b) return a; else return b; }
constexpr float area(float2 size) { const float product = size.x * size.y; return product; }
constexpr float2 swapped(float2 v) { return v.yx; }
namespace of {
    constexpr int next(int n) { return square(n) + 1; }
}
struct Scale { static constexpr int of_two() { return 2; } static constexpr int factor = 8; };
template<int N> struct Sized { float values[N]; float count() { return N; } };

constexpr int COUNT = square(3);
constexpr float2 EXTENT = swapped(float2(3, 4));
static float list[square(3)];
static_assert(square(4) == 16 && of::next(2) == 5, "squares");

[numthreads(1, 1, 1)]
void main() {
    list[8] = COUNT;
    r[0] = list[8];
    constexpr int local = greater(4, 6);
    float sized[local];
    sized[5] = local;
    r[1] = sized[5];
    r[2] = Scale::of_two();
    r[4] = of::next(2);
    Sized<greater(7, 2)> s;
    r[5] = s.count();
    switch (9) { case square(3): r[6] = 1; break; default: r[6] = 0; }
    r[7] = area(EXTENT);
    r[8] = Scale::factor;
    r[9] = greater((int)r[9], 2);
    r[3] = area(float2(r[11] + 3, 4));
    constexpr float2 both = swapped(float2(1, 2)) * 8;
    r[10] = both.x;
    r[11] = square((int)r[11]) + 1;
}
