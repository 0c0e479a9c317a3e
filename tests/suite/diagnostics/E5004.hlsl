//@ run: -T ps_6_0 -Gec -Fd x.pdb -Qstrip_reflect -dumpbin -metal
//~? error[E5004]: '-Gec' is not supported: backward compatibility mode is not available for SPIR-V
//~? error[E5004]: '-Fd' is not supported: debug information is part of the module
//~? error[E5004]: '-Qstrip_reflect' is not supported: use -Oconfig=--strip-reflect
//~? error[E5004]: '-dumpbin' is not supported: applies to DXIL containers
//~? error[E5004]: '-metal' is not supported: this compiler generates SPIR-V only
