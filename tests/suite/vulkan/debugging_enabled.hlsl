//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
//@ check: OpDecorate %{enabled} SpecId 57015
//@ check: OpSpecConstantFalse
// The application says whether a debugger is attached. The first number is taken.
[[vk::constant_id(57014)]] const uint number = 3;
RWStructuredBuffer<float> values;

[numthreads(64, 1, 1)]
void main(uint lane : SV_DispatchThreadID) {
    if (dx::IsDebuggingEnabled() && isnan(values[lane] * number))
        DebugBreak();
}
