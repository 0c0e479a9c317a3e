//@ run: -T ps_6_0
// '<' and '>' between names are comparisons, shifts or brackets, depending on what the names are.
template<typename T> struct Box { T value; };
static Box<Box<float> > spaced; static Box<Box<float>> closed; static int a, b, c; static vector<float, (4 >> 1)> v;
float4 main() : SV_Target {
    bool x = a < b; bool y = a < (b >> 1); int z = a < b > (c != 0);
    spaced.value.value = z; closed = spaced; v = closed.value.value;
    return v.xyxy + (x ? 1 : 0) + (y ? 1 : 0);
}
