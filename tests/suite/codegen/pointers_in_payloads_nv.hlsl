//@ run: -T as_6_8 -fspv-target-env=vulkan1.0
struct Node;
typedef vk::BufferPointer<Node> NodePointer;
struct Node { NodePointer next; float value; };
groupshared Node node;

[numthreads(1, 1, 1)]
void main() {
    DispatchMesh(1, 1, 1, node);
//~ ^ error[E3005]: a buffer pointer in a payload of SPV_NV_mesh_shader is not supported
}
