//@ run: -T ps_6_0
//~? error[E2010]: missing entry point definition 'main'
