//@ run: -T ps_6_0 -enable-16bit-types -denorm ftz
//~? error[E5006]: '-enable-16bit-types' requires shader model 6.2 or later
//~? error[E5006]: '-denorm' requires shader model 6.2 or later
