//@ run: -T cs_6_9
RWStructuredBuffer<uint> waves;
[numthreads(64, 1, 1)]
void main() { waves[0] = GetGroupWaveCount(); }
//~                      ^ error[E2643]: 'GetGroupWaveCount' requires shader model 6.10 or later (option '-T')
