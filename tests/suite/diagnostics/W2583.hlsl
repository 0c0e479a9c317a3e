//@ run: -T cs_6_0 -E main
// The method gets a copy.
struct Path { float length; uint flags; };
struct Planes {
    float sum;
    void commit(inout Path path) { sum += path.length; path.flags = 1; }
    void take(out float3 value) { value = 2; }
};
RWStructuredBuffer<float> result;

void commit_all(const Path path, const float3 color, Planes planes) {
    planes.commit(path);
//~               ^ warning[W2583]: 'path' is const: the method changes a copy of it (parameter 'path')
    planes.take(color);
//~             ^ warning[W2583]: 'color' is const: the method changes a copy of it (parameter 'value')
    result[0] = planes.sum + path.flags + color.x;
}

[numthreads(1, 1, 1)]
void main() {
    Planes planes = { 0 };
    Path path = { 3, 4 };
    commit_all(path, float3(5, 6, 7), planes);
}
//~? note: declared here
