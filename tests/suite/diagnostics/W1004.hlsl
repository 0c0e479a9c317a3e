//@ run: -T ps_6_0
#warning look here
//~ warning[W1004]: look here
