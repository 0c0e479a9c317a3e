// Where a stage has no hit objects, and what is passed to another shader, which can hold none.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Holder { dx::HitObject inside; float x; };
struct Payload { float x; };
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
void helper() { dx::MaybeReorderThread(1, 2); }
//~             ^ error[E2401]: 'dx::MaybeReorderThread' is not available in the closesthit stage
[shader("raygeneration")]
void rays() {
    RayDesc ray = (RayDesc)0;
    Holder payload;
    TraceRay(scene, 0, 0xff, 0, 1, 0, ray, payload);
//~                                        ^ error[E2549]: argument 'payload' must be a struct of numbers, not 'Holder'
//~                                        ^ error[E2569]: payload type 'Holder' is missing the attribute [raypayload]
    CallShader(0, payload);
//~               ^ error[E2549]: argument 'parameter' must be a struct of numbers, not 'Holder'
    dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 0xff, 0, 1, 0, ray, payload);
//~                                                                           ^ error[E2549]: argument 'payload' must be a struct of numbers, not 'Holder'
//~                                                                           ^ error[E2569]: payload type 'Holder' is missing the attribute [raypayload]
    hit.GetAttributes(payload);
//~                   ^ error[E2549]: argument 'attributes' must be a struct of numbers, not 'Holder'
    dx::HitObject::Invoke(hit, payload);
//~                            ^ error[E2549]: argument 'payload' must be a struct of numbers, not 'Holder'
//~                            ^ error[E2569]: payload type 'Holder' is missing the attribute [raypayload]
    helper();
}
[shader("anyhit")]
void any(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { dx::HitObject hit; }
//~                    ^ error[E2569]: payload type 'Payload' is missing the attribute [raypayload]
//~                                                                                       ^ error[E2401]: 'dx::HitObject' is not available in the anyhit stage
[shader("closesthit")]
void near(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { helper(); }
//~                     ^ error[E2569]: payload type 'Payload' is missing the attribute [raypayload]
[shader("miss")]
void far(inout Payload payload) { dx::HitObject hit; dx::MaybeReorderThread(hit); }
//~                    ^ error[E2569]: payload type 'Payload' is missing the attribute [raypayload]
//~                                                  ^ error[E2401]: 'dx::MaybeReorderThread' is not available in the miss stage
[shader("compute")] [numthreads(1, 1, 1)]
void compute() {
    dx::HitObject hit = dx::HitObject::MakeNop();
//~                     ^ error[E2401]: 'dx::HitObject::MakeNop' is not available in the compute stage
    result[0] = hit.IsNop();
//~             ^ error[E2401]: 'IsNop' is not available in the compute stage
}
