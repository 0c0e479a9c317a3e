//@ run: -T ps_6_0
#defin A
//~ error[E1030]: unknown directive #defin
