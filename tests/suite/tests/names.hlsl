//@ run: -T cs_6_0 -E main
// 'Test' is an index here, not an attribute.
RWBuffer<int> list;
static const int Test = 1;
int twice(int n) { return n + n; }
[numthreads(1, 1, 1)] void main() {
    int values[2][2] = { { 1, 2 }, { 3, 4 } };
    if (twice(values[0][Test]) > max(values[1][Test], twice(3))) {
        list[Test] = 1;
    }
    list[0] = list[Test];
}
