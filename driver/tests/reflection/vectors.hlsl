RWStructuredBuffer<vector<float, 17> > values;

[numthreads(1, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) { values[at.x] = values[at.x + 1] * 2; }
