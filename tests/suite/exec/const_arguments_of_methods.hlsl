//@ run: -T cs_6_0 -Wno-const-argument
//@ in: result = f32:0*3
//@ dispatch: 1
//@ out: result = f32:3,4,5
// A method that writes a parameter works on a copy of a const argument.
struct Path { float length; uint flags; };
struct Planes {
    float sum;
    void commit(inout Path path) { sum += path.length; path.flags = 1; }
    void take(out float3 value) { value = 2; }
};
RWStructuredBuffer<float> result;

void commit_all(const Path path, const float3 color, Planes planes) {
    planes.commit(path);
    planes.take(color);
    result[0] = planes.sum;
    result[1] = path.flags;
    result[2] = color.x;
}

[numthreads(1, 1, 1)]
void main() {
    Planes planes = { 0 };
    Path path = { 3, 4 };
    commit_all(path, float3(5, 6, 7), planes);
}
