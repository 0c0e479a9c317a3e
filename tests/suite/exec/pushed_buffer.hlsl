//@ run: -T cs_6_0 -E main
//@ in: y = f32:0*6
//@ push: f32:1,2,3,4,5
//@ dispatch: 1
//@ out: y = f32:5,10,2,4,3,15

// Push constants that were declared as a ConstantBuffer pass as one, and as the struct.
struct Settings {
    float4 colour;
    float scale;
};
[[vk::push_constant]] ConstantBuffer<Settings> pushed;
RWStructuredBuffer<float> y : register(u0);

float scale_of(ConstantBuffer<Settings> settings) { return settings.scale; }
float twice(ConstantBuffer<Settings> settings) { return 2 * scale_of(settings); }
float of_struct(Settings settings) { return settings.colour.y; }
template<typename T>
float of_any(T settings) { return settings.colour.w; }

struct Reader {
    float read(ConstantBuffer<Settings> settings) { return settings.colour.z; }
    float operator()(ConstantBuffer<Settings> settings) { return settings.scale * 3; }
};

[numthreads(1, 1, 1)]
void main() {
    y[0] = scale_of(pushed);
    y[1] = twice(pushed);
    y[2] = of_struct(pushed);
    y[3] = of_any(pushed);
    Reader reader;
    y[4] = reader.read(pushed);
    y[5] = reader(pushed);
}
