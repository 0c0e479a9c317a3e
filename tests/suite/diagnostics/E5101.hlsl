//@ run: -T ps_6_99
//~? error[E5101]: unknown target profile 'ps_6_99'
