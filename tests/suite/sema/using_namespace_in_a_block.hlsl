//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=KHR -fspv-extension=SPV_EXT_shader_invocation_reorder
// `using namespace` in a block ends with it, and one in a namespace shows functions of the language beside its own.
namespace own {
    using namespace dx;
    void MaybeReorderThread(int2 v);
}
void own::MaybeReorderThread(int2 v) { MaybeReorderThread(v.x, v.y); }

[shader("raygeneration")]
void main() {
    {
        using namespace dx;
        MaybeReorderThread(1, 1);
    }
    own::MaybeReorderThread(int2(1, 2));
    MaybeReorderThread(1, 1);
//~ ^ error[E2001]: use of undeclared identifier 'MaybeReorderThread'
}
