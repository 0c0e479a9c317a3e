//@ run: -T cs_6_0 -E main
//@ only on the CPU: drivers may be off by 4096 ulp in atan
//@ in: x = f32:0.25,1,2,4
//@ in: y = f32:0*32
//@ dispatch: 4
//@ out: y ~4ulp = f32:0.5,-2,0.247403959,0.968912422,1.28402542,0.244978663,0.0625,0.25, 1,0,0.841470985,0.540302306,2.71828183,0.785398163,1,0, 1.41421356,1,0.909297427,-0.416146837,7.38905610,1.10714872,4,0, 2,2,-0.756802495,-0.653643621,54.5981500,1.32581766,16,0

// Functions of one number, against values from tables.
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> y : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    const float v = x[id.x];
    y[8 * id.x + 0] = sqrt(v);
    y[8 * id.x + 1] = log2(v);
    y[8 * id.x + 2] = sin(v);
    y[8 * id.x + 3] = cos(v);
    y[8 * id.x + 4] = exp(v);
    y[8 * id.x + 5] = atan(v);
    y[8 * id.x + 6] = v * v;
    y[8 * id.x + 7] = frac(v);
}
