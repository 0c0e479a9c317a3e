//@ run: -T vs_6_8 -fvk-support-nonzero-base-instance -fvk-support-nonzero-base-vertex
// One declaration may share the variable that is subtracted from an index.
float4 main(
    uint instance : SV_InstanceID,
    int first : SV_StartInstanceLocation,
    uint again : SV_StartInstanceLocation,
//~              ^ error[E2524]: duplicate semantic 'SV_StartInstanceLocation'
    uint vertex : SV_VertexID,
    [[vk::builtin("BaseVertex")]] int base : A,
    [[vk::builtin("BaseVertex")]] uint other : B
//~                                    ^ error[E2594]: 'B' and 'A' are the same built-in
) : SV_Position {
    return instance + first + again + vertex + base + other;
}
