//@ run: -T cs_6_5 -E main -fcgl
//@ emit: spirv
//@ check: %source = OpFunctionParameter %_ptr_Function_rayQueryKHR
//@ check: %q = OpFunctionParameter %_ptr_Function_rayQueryKHR
//@ check-not: OpLoad %rayQueryKHR
//@ check-not: OpStore %q

// A query is never copied: functions that return one work on the variable of their caller. Its flags are deduced.
typedef RayQuery<RAY_FLAG_FORCE_OPAQUE> Query;
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<uint> y : register(u1);

template<uint flags>
uint status(RayQuery<flags> source) { return source.CommittedStatus() + flags; }

Query trace(RayDesc ray, uint mask) {
    Query q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, mask, ray);
    q.Proceed();
    if (mask == 3)
        return q;
    q.Proceed();
    return q;
}

Query trace_all(RayDesc ray) { return trace(ray, 0xff); }

struct Tracer {
    RayDesc ray;
    Query run() { return trace(ray, 1); }
};

[numthreads(1, 1, 1)]
void main() {
    Tracer tracer = (Tracer)0;
    Query first = trace_all(tracer.ray);
    auto second = tracer.run();
    y[0] = status(first);
    y[1] = status(second);
    y[2] = trace(tracer.ray, 3).CommittedStatus();
}
