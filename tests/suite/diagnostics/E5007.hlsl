//@ run: -E main
//~? error[E5007]: target profile argument is missing; give one with -T, such as -T cs_6_0
