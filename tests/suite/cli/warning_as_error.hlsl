//@ run: -T ps_6_0 -WX
#warning careful
//~ error[W1004]: careful
