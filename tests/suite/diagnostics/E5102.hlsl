//@ run: -T ps_6_0 -fspv-target-env=vulkan0.9
//~? error[E5102]: unknown SPIR-V target environment 'vulkan0.9'
