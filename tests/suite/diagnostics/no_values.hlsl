//@ run: -T ps_6_0
// Strings have names and no more.
struct Named { string name; };
//~                   ^ error[E2028]: field cannot have type 'string'
static string names[2];
//~           ^ error[E2028]: variable cannot have type 'string[2]'
string result() { return "a"; }
//~    ^ error[E2028]: result cannot have type 'string'
void take(string text) {}
//~              ^ error[E2028]: parameter cannot have type 'string'
// No format has texels of doubles.
Texture2D<double> image;
//~ error[E2028]: element of 'Texture2D' cannot have type 'double'
struct Streaming { LineStream<float4> stream; };
//~                                   ^ error[E2028]: field cannot have type 'LineStream<float4>'
float4 main() : SV_Target {
    string local = "a";
//~        ^ error[E2028]: variable cannot have type 'string'
    return 0;
}
