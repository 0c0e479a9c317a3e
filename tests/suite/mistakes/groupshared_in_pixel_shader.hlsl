//@ run: -T ps_6_0
groupshared float shared_sum;
float4 main(float x : X) : SV_Target {
    shared_sum = x;
//~ ^ error[E2408]: groupshared variable 'shared_sum' is not allowed in the pixel stage
    return shared_sum;
}
