//@ run: -T ps_6_0
main(float x : X) : SV_Target { return x; }
//~ error[E1103]: expected a declaration, found 'main'
//~ note: a function has the type of its result before its name, or 'void'
