//@ run: -T cs_6_0
//@ in: numbers = f32:1,2,3,4
//@ in: target = f32:0*2
//@ dispatch: 1 1 1
//@ out: target = f32:3,40
// A method of a class template need not make sense for arguments with which nobody calls it.
template <typename R, uint N>
struct Base {
  R resource;
  float at(uint index) { return resource[index]; }
  float missing() { return resource.NotThere() + vector<float, N>(1, 2, 3).z; }
  struct Inner {
    R resource;
    float missing() { return resource.NotThere(); }
  };
};

template <typename R, uint N>
struct Derived : Base<R, N> {
  using Base<R, N>::at;
  float tenfold(uint index) { return at(index) * 10; }
  void write(uint index) { resource[index] = N.x.y; }
};

StructuredBuffer<float> numbers;
RWStructuredBuffer<float> target;

[numthreads(1, 1, 1)]
void main() {
  Base<StructuredBuffer<float>, 2> plain;
  plain.resource = numbers;
  Derived<StructuredBuffer<float>, 2> derived;
  derived.resource = numbers;
  target[0] = plain.at(2);
  target[1] = derived.tenfold(3);
}
