// A resource of pixel shaders that is a local variable, which belongs to no binding.
//@ run: -T cs_6_0
RWStructuredBuffer<int> result;
[numthreads(1, 1, 1)]
void main() {
    RasterizerOrderedStructuredBuffer<int> list;
//~                                        ^ error[E2401]: 'list' is not available in the compute stage
    result[0] = list[1];
}
