//@ run: -T ps_6_0
template<typename T, int N> struct Array { T values[N]; };
Array<3, 4> a;
//~ error[E2022]: template argument for 'Array' must be a type
Array<float, int> b;
//~ error[E2022]: template argument for 'Array' must be a constant
vector<4, float> c;
//~ error[E2022]: template argument for 'vector' must be a type
//~ error[E2022]: template argument for 'vector' must be an integer constant
static int count;
Array<float, count> d;
//~          ^ error[E2125]: template argument must be a constant expression
Texture2D<3> e;
//~ error[E2022]: template argument for 'Texture2D' must be a type
vector<Texture2D, 2> g;
//~ error[E2022]: template argument for 'vector' must be a scalar type
float4 main() : SV_Target { return 0; }
