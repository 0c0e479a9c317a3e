//@ run: -T ps_6_0
float a;
/* this comment has no end
//~ error[E1003]: unterminated /* comment
float b;
