//@ run: -T cs_6_5 -E main
typedef RayQuery<0> Query;
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> y;

Query either(bool which) {
    Query a;
    Query b;
    if (which)
        return a;
    return b;
//~ ^ error[E2128]: returning a RayQuery other than one local variable of the function is not supported
}

Query given(Query q) {
    return q;
}
//~ error[E2128]: returning a RayQuery other than one local variable of the function is not supported

[numthreads(1, 1, 1)]
void main() {
    Query q;
    y[0] = either(y[1] == 0).CommittedStatus();
    y[1] = given(q).CommittedStatus();
}
