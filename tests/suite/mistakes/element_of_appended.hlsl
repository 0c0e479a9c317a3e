//@ run: -T cs_6_0
AppendStructuredBuffer<float> results;
ConsumeStructuredBuffer<float> work;
[numthreads(8, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) { results[at.x] = work[at.x]; }
//~                                         ^ error[E2103]: 'AppendStructuredBuffer<float>' cannot be indexed
//~                                                         ^ error[E2103]: 'ConsumeStructuredBuffer<float>' cannot be indexed
