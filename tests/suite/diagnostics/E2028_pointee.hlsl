//@ run: -T ps_6_0 -fspv-target-env=vulkan1.3 -fcgl
// The struct is complete only after the type of the pointer to it.
struct Link;
typedef vk::BufferPointer<Link> ToLink;
struct Link { ToLink next; Texture2D map; };
//~                                  ^ error[E2028]: field of a struct that a 'BufferPointer' points to cannot have type 'Texture2D<float4>'
struct Holder { ToLink first; };
ConstantBuffer<Holder> holder;

float4 main() : SV_Target { return (uint)(uint64_t)holder.first; }
