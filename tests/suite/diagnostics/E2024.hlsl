//@ run: -T ps_6_9
vector<float, 1025> v;
//~ error[E2024]: invalid number of components; must be between 1 and 1024
vector<float, 0> w;
//~ error[E2024]: invalid number of components; must be between 1 and 1024
matrix<float, 5, 1> m;
//~ error[E2024]: invalid number of rows; must be between 1 and 4
matrix<float, 1, 9> n;
//~ error[E2024]: invalid number of columns; must be between 1 and 4
float4 main() : SV_Target { return 0; }
