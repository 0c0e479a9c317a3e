//@ run: -T cs_6_0 -fcgl
//@ check: OpMemberName %type__Globals 0 "uniformed"
//@ check-not: OpMemberName %type__Globals 0 "kept"
//@ check: %_Globals = OpVariable %_ptr_Uniform_type__Globals Uniform
//@ check: %kept = OpVariable %_ptr_Private_float Private
//@ check: %shared_values = OpVariable %_ptr_Workgroup__arr_float_uint_64 Workgroup
//@ check: %local_counter = OpVariable %_ptr_Private_int Private
float uniformed;
static float kept = 3;
static const float folded = 4;
groupshared float shared_values[64];
RWStructuredBuffer<float> result;
int next() { static int local_counter = 0; return local_counter++; }
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    precise float sum = uniformed * kept + folded;
    shared_values[i] = sum;
    GroupMemoryBarrierWithGroupSync();
    result[i] = shared_values[63 - i] + next();
}
