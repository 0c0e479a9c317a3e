//@ run: -T cs_6_0 -E main
//@ in: settings = i32:1,2,3,0,4,5,6,0,7
//@ in: y = i32:0*5
//@ dispatch: 1
//@ out: y = i32:1,3,4,6,7

// A matrix of integers in a ConstantBuffer lies row by row, whatever the order of matrices is.
struct Settings {
    int2x3 m;
    int x;
};
ConstantBuffer<Settings> settings : register(b0);
RWStructuredBuffer<int> y : register(u1);

[numthreads(1, 1, 1)]
void main() {
    y[0] = settings.m[0][0];
    y[1] = settings.m._m02;
    y[2] = settings.m[1].x;
    Settings copy = settings;
    y[3] = copy.m[1][2];
    y[4] = settings.x;
}
