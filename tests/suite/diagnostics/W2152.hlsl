//@ run: -T cs_6_0
struct A { float c[3]; };
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main() {
    A a[3] = (A[3])0;
    float b[2][2] = { 1, 2, 3, 4 };
    o[0] = a[3].c[0] + b[2][0] + b[1][1];
//~          ^ warning[W2152]: index 3 is out of bounds (length is 3)
//~                      ^ warning[W2152]: index 2 is out of bounds (length is 2)
    o[1] = a[0].c[1];
}
