//@ run: -E main
//~? error[E5007]: target profile argument is missing; specify it with -T, such as -T cs_6_0
