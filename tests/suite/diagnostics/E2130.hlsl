//@ run: -T cs_6_6
[numthreads(1, 1, 1)]
void main() {
  float number = ResourceDescriptorHeap[0];
//~              ^ error[E2130]: an element of 'ResourceDescriptorHeap' cannot be a 'float'
}
