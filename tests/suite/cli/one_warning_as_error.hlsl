//@ run: -T ps_6_0 -Werror=user-warnings
#warning careful
//~ error[W1004]: careful
