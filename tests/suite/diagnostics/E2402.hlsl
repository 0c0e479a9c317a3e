//@ run: -T cs_6_0
static uint count;
groupshared uint shared_count;
[numthreads(1, 1, 1)] void main() {
  InterlockedAdd(shared_count, 1);
  InterlockedAdd(count, 1);
//~              ^ error[E2402]: atomic operations on static or local variables are not allowed
}
