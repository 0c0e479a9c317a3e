// An index below zero that passes find out: what it selects is undefined, and no chain may have it.
//@ run: -T cs_6_0
//@ check: OpAccessChain %_ptr_Function_float %weights %int_2147483647
//@ check: OpAccessChain %_ptr_Function_float %weights %int_2147483647
static const float weights[3] = { 1, 2, 3 };
RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    int before = -1;
    float sum = weights[lane];
    if (result[0] < 0)
        sum = weights[before];
    [unroll]
    for (int k = -1; k < 1; ++k)
        sum += weights[k];
    result[1] = sum;
}
