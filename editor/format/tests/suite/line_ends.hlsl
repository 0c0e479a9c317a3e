//@ fmt:
int  a;
void f() {
	b();
  }
