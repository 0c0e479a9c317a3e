//@ fmt:
struct S {
  int a
};
float f(float a, ) {
  return (a + [b;
}
}
int c = @ $x "open
