//@ run: -T ps_6_0 -Gec -Fd x.pdb -Qstrip_reflect -dumpbin -metal
//~? error[E5004]: '-Gec' is refused: -Gec is not supported with -spirv
//~? error[E5004]: '-Fd' is refused: -Fd is not supported with -spirv; debug information goes into the module
//~? error[E5004]: '-Qstrip_reflect' is refused: -Qstrip_reflect is not supported with -spirv; use -Oconfig=--strip-reflect
//~? error[E5004]: '-dumpbin' is refused: it works on DXIL containers
//~? error[E5004]: '-metal' is refused: this compiler makes SPIR-V alone
