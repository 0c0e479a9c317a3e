//@ run: -T ps_6_0 -fvk-b-shift 1
// An option at the end of the line lacks its values.
//~? error[E5002]: argument to '-fvk-b-shift' is missing
