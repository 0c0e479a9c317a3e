// -T cs_6_6 -E other
[numthreads(8, 8, 1)] void first(uint2 at : SV_DispatchThreadID) {}
[numthreads(64, 1, 1)] void second(uint at : SV_DispatchThreadID) {}
void other(uint at : SV_DispatchThreadID) {}
void helper() {}
//= hints
//| 2: 64 threads
//= entries
//| first first true
//| second second true
//| other other false
