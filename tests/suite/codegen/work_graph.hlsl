//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -O0
//@ emit: spirv
// Inputs, outputs and records of nodes; functions that a node hands its objects to; limits, names and arrays of nodes.
//@ check: OpCapability ShaderEnqueueAMDX
//@ check: OpEntryPoint GLCompute %first "first"
//@ check: OpExecutionMode %first LocalSize 8 1 1
//@ check: OpExecutionModeId %first ShaderIndexAMDX %uint_0
//@ check: OpExecutionModeId %first MaxNodeRecursionAMDX %uint_3
//@ check: OpExecutionModeId %first MaxNumWorkgroupsAMDX %uint_4 %uint_1 %uint_1
//@ check: OpExecutionMode %second CoalescingAMDX
//@ check: OpExecutionModeId %second ShaderIndexAMDX %uint_1
//@ check: OpExecutionModeId %third SharesInputWithAMDX %{*} %uint_0
//@ check: OpDecorateId %{*} PayloadNodeBaseIndexAMDX %uint_1
//@ check: OpDecorateId %{*} NodeSharesPayloadLimitsWithAMDX %
//@ check: OpDecorateId %{*} PayloadNodeArraySizeAMDX %uint_3
//@ check: OpDecorate %Job TrackFinishWritingAMDX
//@ check: OpMemberDecorate %Job 0 PayloadDispatchIndirectAMDX
//@ check: OpAllocateNodePayloadsAMDX %_ptr_NodePayloadAMDX__payloadarr_Record{*} %uint_4 %uint_2 %uint_0
//@ check: OpEnqueueNodePayloadsAMDX %
//@ check: OpFinishWritingNodePayloadAMDX %bool %in_var_job
//@ check: OpIsNodePayloadValidAMDX %bool %param_var_last %uint_2
//@ check: OpEnqueueNodePayloadsAMDX %
//@ check: OpNodePayloadArrayLengthAMDX %uint %in_var_records
//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -fspv-optimizer=own
//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -fspv-debug=vulkan-with-source -O0
struct [NodeTrackRWInputSharing] Job {
    uint3 grid : SV_DispatchGrid;
    uint value;
    float2x3 m;
    bool b;
};
struct Record { uint a; float3 v; };
RWStructuredBuffer<uint> results;
groupshared uint sum;

void fill(ThreadNodeOutputRecords<Record> records, uint i, uint x) {
    records[i].a = x;
    records[i].v = x;
}

uint read(RWDispatchNodeInputRecord<Job> job) { return job.Get().value + (job.Get().b ? 1u : 0u); }

void send(NodeOutput<Record> node, uint x) {
    ThreadNodeOutputRecords<Record> records = node.GetThreadNodeOutputRecords(2);
    fill(records, 0, x);
    fill(records, 1, x + 1);
    records.OutputComplete();
}

[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4, 1, 1)] [NumThreads(8, 1, 1)]
[NodeIsProgramEntry] [NodeMaxRecursionDepth(3)]
void first(RWDispatchNodeInputRecord<Job> job, uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex,
           [MaxRecords(16)] [NodeID("second", 1)] NodeOutput<Record> next,
           [MaxRecordsSharedWith(next)] NodeOutput<Record> other,
           [MaxRecords(4)] [NodeArraySize(3)] [AllowSparseNodes] EmptyNodeOutputArray last) {
    sum = 0;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    InterlockedAdd(sum, read(job));
    job.Get().value = job.Get().m[1].y;
    job.Get().b = id.x > 2;
    send(next, id.x);
    send(other, g);
    if (job.FinishedCrossGroupSharing()) results[0] = sum;
    if (last[2].IsValid() && other.IsValid()) last[2].ThreadIncrementOutputCount(id.x & 1);
    Barrier(job, DEVICE_SCOPE);
    if (GetRemainingRecursionLevels() > 0) results[1] = 4;
}

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(8, 1, 1)] [NodeID("second", 1)]
void second([MaxRecords(8)] GroupNodeInputRecords<Record> records) {
    float3 v = 0;
    for (uint i = 0; i < records.Count(); ++i) v += records[i].v;
    Record whole = records.Get(1);
    results[2] = v.x + whole.a;
}

[Shader("node")] [NodeLaunch("thread")] [NodeShareInputOf("second")]
void third(RWThreadNodeInputRecord<Record> record, EmptyNodeOutput empty) {
//~                                                                ^ warning[W2575]: output 'empty' is missing the attribute 'MaxRecords'
    record.Get().a += 2;
    Record r = record.Get();
    r.v.x = 3;
    record.Get() = r;
    empty.GroupIncrementOutputCount(1);
}
