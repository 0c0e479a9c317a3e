RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)] void main() { data[0] = amount; }
