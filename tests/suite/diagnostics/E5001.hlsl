//@ run: -T ps_6_0 -fclg -fspv-target-evn=vulkan1.1 -bogus
// The option is spelled wrong.
//~? error[E5001]: unknown argument '-fclg'
//~? error[E5001]: unknown argument '-fspv-target-evn=vulkan1.1'
//~? error[E5001]: unknown argument '-bogus'
