//@ run: -T lib_6_6
// A test without an end fails, and the others run.
[[test]] [[deadline(0.2)]] void endless() { uint n = 1; [loop] while (n != 0) n = n * 2 + 1; check(n == 0); }
[[test]] void other() { check(true); }
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
