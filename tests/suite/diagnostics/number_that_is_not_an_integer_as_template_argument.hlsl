//@ run: -T ps_6_0
vector<float, 2.5> wide;
//~ error[E2022]: template argument for 'vector' must be an integer constant
matrix<float, 2, 1.5> tall;
//~ error[E2022]: template argument for 'matrix' must be an integer constant
struct Vertex { float4 at : SV_Position; };
void take(InputPatch<Vertex, 2.5> patch) { }
//~       ^ error[E2022]: template argument for 'InputPatch' must be an integer constant
void spell(vk::SpirvType<21, 32.5, 4, float> x) { }
//~            ^ error[E2022]: template argument for 'vk::SpirvType' must be an integer constant
void hold(vk::ext_type<1.5> x) { }
//~           ^ error[E2022]: template argument for 'vk::ext_type' must be an integer constant
static const vector<float, 2 == 2> one = 1;
float4 main() : SV_Target { return one.x; }
