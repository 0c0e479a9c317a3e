//@ run: -T cs_6_6
// A buffer of a descriptor heap has the same layout as a declared one.
[numthreads(1, 1, 1)]
void main() {
    RWStructuredBuffer<int2x3> columns = ResourceDescriptorHeap[3];
    //~                                  ^ error[E2533]: integer and bool matrices in memory must be row_major
    RWStructuredBuffer<row_major int2x3> rows = ResourceDescriptorHeap[4];
    rows[0] = columns[0];
}
