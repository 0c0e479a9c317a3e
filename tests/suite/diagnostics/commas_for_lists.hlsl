//@ run: -T cs_6_0
// A comma in parentheses drops the numbers before it, in operands and assignments too.
RWStructuredBuffer<float2> result;

float2 scaled() {
    return 2 * (1, 2);
//~             ^ warning[W2157]: comma expression used where a list of values may have been intended
}

#define LAST(a, b) ((a), (b))

[numthreads(1, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint2 half = (1, 2) / 2;
//~               ^ warning[W2157]: comma expression used where a list of values may have been intended
    float2 sum = -(1, 2);
//~                ^ warning[W2157]: comma expression used where a list of values may have been intended
    sum = (3, 4);
//~        ^ warning[W2157]: comma expression used where a list of values may have been intended
    sum += index > 0 ? (1, 2) : (3, index);
//~                     ^ warning[W2157]: comma expression used where a list of values may have been intended
//~                              ^ warning[W2157]: comma expression used where a list of values may have been intended
    sum += LAST(index, 2) + (index++, 3);
    for (uint i = 0, j = 1; i < 2; i++, j++)
        sum += j;
    result[index] = sum + half + scaled();
}
