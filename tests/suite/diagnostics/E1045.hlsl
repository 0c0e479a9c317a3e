//@ run: -T ps_6_0
#line
//~ error[E1045]: #line requires a line number and optionally a file name in quotes
#line x
//~ error[E1045]: #line requires a line number and optionally a file name in quotes
#line 3 4
//~ error[E1045]: #line requires a line number and optionally a file name in quotes
