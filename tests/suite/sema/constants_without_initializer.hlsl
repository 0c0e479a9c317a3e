//@ run: -T cs_6_0
// Vectors, matrices and structs are classes, whose constants need no initialiser; a static one is zero.
struct S { float x; };
static const float3 vectors[3];
static const S s;
RWStructuredBuffer<float> target;
[numthreads(1, 1, 1)]
void main() {
    const float2x2 matrix_;
    target[0] = vectors[1].y + s.x;
}
