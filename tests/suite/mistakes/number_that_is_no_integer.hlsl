//@ run: -T cs_6_0
[numthreads(8.5, 1, 1)]
//~         ^ error[E2125]: attribute argument must be a constant expression
//~         ^ note: expected an integer
void main() {}
