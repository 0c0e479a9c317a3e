// -T cs_6_6 -E main

/// A light.
struct Light { float3 place; float power; };
RWStructuredBuffer<Light> lights;
[numthreads(1, 1, 1)] void main() {
    Light light = lights[0];
//  ^ hover
//| ```hlsl
//| struct Light
//| ```
//|
//| ---
//|
//| A light.
    light.power = 1;
//        ^ hover
//| ```hlsl
//| float Light::power
//| ```
//|
//| offset 12, size 4
    lights[0] = light;
}
