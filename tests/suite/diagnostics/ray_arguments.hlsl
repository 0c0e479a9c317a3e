//@ run: -T lib_6_5
struct Mixed { float4 colour; Texture2D<float4> map; };
RaytracingAccelerationStructure scene;
Texture2D<float4> texels;
[shader("raygeneration")] void rays() {
    RayDesc ray = (RayDesc)0;
    Mixed payload;
    payload.colour = 1;
    payload.map = texels;
    TraceRay(scene, 0, 255, 0, 1, 0, ray, payload);
//~                                       ^ error[E2549]: argument 'payload' must be a struct of numbers, not 'Mixed'
    CallShader(0, payload);
//~               ^ error[E2549]: argument 'parameter' must be a struct of numbers, not 'Mixed'
}
