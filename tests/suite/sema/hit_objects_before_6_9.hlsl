//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
[shader("raygeneration")]
void rays() {
    dx::HitObject hit;
//~     ^ error[E2643]: 'dx::HitObject' requires shader model 6.9 or later (option '-T')
    dx::HitObject other = dx::HitObject::MakeNop();
//~     ^ error[E2643]: 'dx::HitObject' requires shader model 6.9 or later (option '-T')
//~                           ^ error[E2643]: 'dx::HitObject' requires shader model 6.9 or later (option '-T')
    dx::MaybeReorderThread(1, 2);
//~     ^ error[E2643]: 'dx::MaybeReorderThread' requires shader model 6.9 or later (option '-T')
}
