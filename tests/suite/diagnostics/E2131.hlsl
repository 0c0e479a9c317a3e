//@ run: -T cs_6_6
template <typename T> uint first(T heap) { return 0; }
[numthreads(1, 1, 1)]
void main() {
  first(ResourceDescriptorHeap);
//~     ^ error[E2131]: descriptor heaps cannot be parameters
}
