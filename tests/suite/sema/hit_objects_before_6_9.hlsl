//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
[shader("raygeneration")]
void rays() {
    dx::HitObject hit;
//~     ^ error[E2128]: 'dx::HitObject' before shader model 6.9 is not supported
    dx::HitObject other = dx::HitObject::MakeNop();
//~     ^ error[E2128]: 'dx::HitObject' before shader model 6.9 is not supported
//~                           ^ error[E2128]: 'dx::HitObject' before shader model 6.9 is not supported
    dx::MaybeReorderThread(1, 2);
//~     ^ error[E2128]: 'dx::MaybeReorderThread' before shader model 6.9 is not supported
}
