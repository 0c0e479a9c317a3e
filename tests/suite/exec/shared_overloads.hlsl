//@ run: -T cs_6_0 -E main -HV 202x
//@ in: y = u32:0*4
//@ dispatch: 1
//@ out: y = u32:7,5,2,5

// A groupshared parameter takes groupshared arguments alone, so that others choose the other overload.
groupshared uint shared_values[2];
struct Holder {
    uint values[2];
};
RWStructuredBuffer<uint> y : register(u0);

void set(groupshared uint values[2]) { values[1] = 9; }
void set_shared(groupshared uint values[2]) { values[1] = 7; }
void set(inout uint values[2]) { values[1] = 5; }

[numthreads(1, 1, 1)]
void main() {
    set_shared(shared_values);
    uint local[2] = { 1, 2 };
    Holder holder = { 1, 2 };
    y[2] = local[1];
    set(local);
    set(holder.values);
    y[0] = shared_values[1];
    y[1] = local[1];
    y[3] = holder.values[1];
}
