//@ run: -T ps_6_0
groupshared float shared_sum;
float4 main(float x : X) : SV_Target {
    shared_sum = x;
//~ ^ error[E2408]: 'shared_sum' is groupshared, which the stage 'pixel' does not have
    return shared_sum;
}
