// The first long vector is reported, and no later one: each use of a function or a variable would repeat it.
//@ run: -T ps_6_8
vector<float, 5> twice(vector<float, 5> v) { return v * 2; }
//~ error[E2630]: vectors of more than 4 components require shader model 6.9 or later (option '-T')
static vector<float, 1024> most;
float4 main() : SV_Target { return twice((vector<float, 5>)1)[4] + most[0]; }
