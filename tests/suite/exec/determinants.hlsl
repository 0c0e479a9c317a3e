//@ run: -T cs_6_0 -E main
//@ in: x = f32:3,2,1,4
//@ in: y = f32:0*3
//@ dispatch: 1
//@ out: y = f32:3,10,2

// The determinant of a matrix of one element is the element.
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> y : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float1x1 one = x[0];
    y[0] = determinant(one);
    y[1] = determinant(float2x2(x[0], x[1], x[2], x[3]));
    y[2] = determinant((float1x1)x[1]);
}
