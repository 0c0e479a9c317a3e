//@ fmt: paren_spaces=true statement_space=false directives=left namespaces=false cases=false indent=tab
namespace a {
  void f(int x) {
  #if X
    if (x) switch (x) { case 1: g(  ); }
  #endif
  }
}
