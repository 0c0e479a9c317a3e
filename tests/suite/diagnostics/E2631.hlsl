// Interfaces consist of registers of four components.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Wide { float first; vector<float, 8> rest[2]; };
RaytracingAccelerationStructure scene;
vector<float, 8> loose;
//~              ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
cbuffer Block { float before; Wide wide; };
//~                                ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
tbuffer Texels { vector<uint, 5> texels; };
//~                              ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
ConstantBuffer<Wide> constants;
//~                  ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
TextureBuffer<Wide> textures[2];
//~                 ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
[[vk::push_constant]] Wide pushed;
//~                        ^ error[E2631]: vectors of more than 4 components are not allowed in buffers of constants
Buffer<vector<float, 8> > typed;
//~ error[E2631]: vectors of more than 4 components are not allowed in typed buffers and textures
RWTexture2D<vector<float, 5> > image;
//~ error[E2631]: vectors of more than 4 components are not allowed in typed buffers and textures
void patches(InputPatch<Wide, 3> patch) {}
//~          ^ error[E2631]: vectors of more than 4 components are not allowed in patches
void streams(inout TriangleStream<Wide> stream) {}
//~                ^ error[E2631]: vectors of more than 4 components are not allowed in streams of vertices
void records(DispatchNodeInputRecord<Wide> record) {}
//~          ^ error[E2631]: vectors of more than 4 components are not allowed in records of nodes
[shader("raygeneration")]
void rays() {
    Wide wide = (Wide)0;
    RayDesc ray = (RayDesc)0;
    TraceRay(scene, 0, 0xff, 0, 1, 0, ray, wide);
//~                                        ^ error[E2631]: vectors of more than 4 components are not allowed in values for other stages
    CallShader(0, wide);
//~               ^ error[E2631]: vectors of more than 4 components are not allowed in values for other stages
}
