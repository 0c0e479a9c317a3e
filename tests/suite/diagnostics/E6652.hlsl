//@ run: -T cs_6_0
[[test]] static const int no_function = 3;
//~ error[E6652]: attribute of a test must precede the definition of a function
[[property]] void declared(int a);
//~ error[E6652]: attribute of a test must precede the definition of a function
[numthreads(1, 1, 1)] void main() { }
