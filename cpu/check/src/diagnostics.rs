//! The diagnostics of checked runs: races from E6001 on, barriers and waves from E6101, memory and resources from E6201,
//! numbers from E6301, draws from E6420, rays from E6501, nodes from E6653. Their severity is that of the rule set ([`crate::rows`]).

base::diagnostics! {
    /// Two threads access the same bytes, at least one of them writes, and the accesses are not synchronized. Within a
    /// group a barrier synchronizes, such as `GroupMemoryBarrierWithGroupSync` for groupshared memory; between groups
    /// only a separate dispatch does, or atomic operations with memory barriers around them.
    E6001 error Race { memory, how } "{how} data race on {memory} (race)";
    /// Two lanes access the same bytes without a barrier between them, and are ordered only if the lanes of a wave run in
    /// lockstep. Early Direct3D documentation guaranteed that, Vulkan does not: insert a barrier between the two.
    E6002 error RaceInWave { memory, how } "{how} data race on {memory} between lanes of a wave, unless they run in lockstep (race-in-wave)";
    /// A flag or a counter is read non-atomically, while another group modifies it with an atomic operation. Direct3D
    /// hardware permits that; in Vulkan's memory model it is a data race. Read it with an atomic operation, such as
    /// `InterlockedAdd` of 0.
    E6003 error RacePlainAtomic { memory } "non-atomic read of {memory} races with an atomic operation of another group (race-plain-atomic)";
    /// Two threads write the same value to the same location without synchronization. The result does not depend on the
    /// order, but the memory model has no benign data races.
    E6004 error RaceSameValue { memory } "data race on {memory}: two threads write the same value (race-same-value)";
    /// Two accesses would be ordered by atomic operations on a common location if these were memory barriers. They are
    /// not: the thread that publishes data needs a barrier such as `DeviceMemoryBarrier` before its atomic operation,
    /// and the thread that consumes it needs one after its own.
    E6005 error RaceFence { memory, how } "{how} data race on {memory}: atomic operations without a memory barrier do not synchronize (race-fence)";
    /// The barrier between the two accesses orders other memory: `GroupMemoryBarrierWithGroupSync` is for groupshared
    /// memory, `DeviceMemoryBarrierWithGroupSync` for buffers and textures, `AllMemoryBarrierWithGroupSync` for both.
    E6006 error Scope { memory, how } "{how} data race on {memory}: the barrier does not apply to this memory (scope)";
    /// The accesses of the two groups are synchronized, but the buffer or texture is not `globallycoherent`, so that the
    /// write may never become visible to this group.
    E6007 error NotCoherent { memory } "read of {memory}, written by another group, from a resource that is not globallycoherent (not-coherent)";
    /// A different order of groups, waves and atomic operations gave a different result: results of atomic operations
    /// and sums of floating-point numbers depend on the order. Often that is intended, as for appended elements. It is
    /// found if several orders are tried.
    E6008 error OrderDependent { memory, one, other } "{memory} depends on the order of threads: {one} or {other} (order-dependent)";
    /// Another thread reads memory before a barrier, and this thread writes it after the barrier, which orders other
    /// memory. The barrier synchronizes the threads, so that devices read before they write; but the memory model
    /// requires a barrier for this memory.
    E6009 error ScopeAfterRead { memory } "barrier between a read of {memory} and this write does not apply to this memory (scope-after-read)";
    /// Every thread of a group must reach the same barrier, in the same iteration of each loop. Otherwise threads wait
    /// forever, or continue without synchronization.
    E6101 error BarrierDivergent { here, all, elsewhere } "barrier in divergent control flow: {here} of {all} threads wait here; {elsewhere} (barrier-divergent)";
    /// Some threads return before a barrier at which the rest of the group waits. That is undefined behavior;
    /// hardware usually continues without them. Let these threads skip the work instead of returning.
    E6102 error BarrierAfterReturn { ended, all } "{ended} of {all} threads returned before this barrier (barrier-after-return)";
    /// A lane reads the value of a lane that is inactive or does not exist.
    E6103 error WaveInactive { what } "{what} (wave-inactive)";
    /// Derivatives and quad operations require all four lanes of a quad. Here the control flow of the quad has diverged.
    E6104 error QuadInactive { what } "{what} (quad-inactive)";
    /// A loop repeats an earlier state and memory has not changed since, so that it never terminates; or
    /// the run exceeds the step limit, which `--max-steps` sets.
    E6105 error Endless { what } "{what} (endless)";
    /// Threads wait for memory that no running thread writes. Groups need not run concurrently: waiting for
    /// a group that starts later depends on the number of resident groups, which `--resident` sets.
    E6106 error NoProgress { what } "{what} (no-progress)";
    /// A different wave size gave a different result. Devices have waves of 4 to 128 lanes, and some support several sizes.
    /// It is found if several sizes are tried, as with `--wave all`.
    E6107 error WaveDependent { memory, one, other } "{memory} depends on the wave size: {one} or {other} (wave-dependent)";
    /// No thread accesses memory after this barrier that another thread accessed before it, with at least one of the two
    /// writing: in this run it was not needed. This is advice for this input only, and off by default.
    E6108 error BarrierUseless { } "redundant barrier: no accesses of two threads conflict across it (barrier-useless)";
    /// An index is out of bounds of an array or vector. That
    /// is an error even if the memory past the array belongs to another variable of the shader.
    E6201 error Bounds { index, what } "index {index} is out of bounds of {what} (bounds)";
    /// An access is past the end of the bound buffer. In Direct3D it reads zeros, and writes are discarded.
    E6202 error BoundsBuffer { what, bytes } "out-of-bounds {what} (buffer size {bytes}) (bounds-buffer)";
    /// Coordinates are outside of the texture. In Direct3D such reads return zeros, and such writes are discarded.
    E6203 error BoundsTexture { what } "{what} (bounds-texture)";
    /// A descriptor index is out of bounds, or the descriptor is not bound.
    E6204 error Descriptor { what } "{what} (descriptor)";
    /// The lanes of a wave access different resources of an array, and the index has no `NonUniformResourceIndex`: some
    /// hardware then uses one resource for all of them.
    E6205 error Nonuniform { what } "{what} (nonuniform)";
    /// An offset is not a multiple of the required alignment: of 4 in `ByteAddressBuffer`, which ignores the low bits
    /// of the offset, or of the declared alignment of an access by address.
    E6206 error Misaligned { what } "{what} (misaligned)";
    /// An uninitialized value controls a branch or a memory access, or is stored to memory that others
    /// can read.
    E6207 error Uninit { use_of, what } "{use_of} depends on uninitialized {what} (uninit)";
    /// Some elements of a binding that must be fully written are not written by any thread. The location is that of the
    /// first write to others. Bindings are marked with `--written`, or with `"written": "all"` in a job file.
    E6208 error Unwritten { count, all, name, first } "{count} of {all} elements of '{name}' are never written, the first is {first} (unwritten)";
    /// An image does not have the format that the shader declares: `[[vk::image_format]]`, or the one deduced from the
    /// type of its texels. Reads and writes are undefined.
    E6209 error Format { what } "{what} (format)";
    /// An integer division by zero, or of the smallest integer by -1, is undefined. This implementation returns all ones.
    E6301 error IntDivZero { what } "{what} (int-div-zero)";
    /// A shift by the width of the type, or more, is undefined in most languages. HLSL takes the amount modulo the width:
    /// use `& 31` if that is intended.
    E6302 error Shift { amount, bits } "shift of a {bits}-bit integer by {amount} (shift)";
    /// A floating-point value is converted to an integer type that cannot represent it.
    E6303 error FloatToInt { value, ty } "{value} is out of range for type {ty} (float-to-int)";
    /// A computation produces NaN from other values, and it is stored. The note shows the origin.
    E6304 error Nan { memory, what } "NaN is stored to {memory}; it originates at {what} (nan)";
    /// A function is called outside of its domain: a power of a negative number, an arc sine of a value greater than 1, a
    /// clamp with its minimum above its maximum, the normalization of a zero vector.
    E6305 error MathDomain { what } "{what} is undefined (math-domain)";
    /// The largest half is 65504: a half result, or a value converted to half, overflows to infinity.
    E6306 error Inf { what } "{what} overflows half and becomes infinite (inf)";
    /// A vertex shader leaves an output uninitialized that the pixel shader reads or the rasterizer needs, or a pixel shader one of
    /// its targets: what is there is undefined.
    E6420 error UninitOutput { name } "output '{name}' is not written on this path (uninit-output)";
    /// A pixel shader computes NaN for a target. Targets of fixed point get zero, others keep it, and blending spreads it. The note
    /// shows the origin.
    E6421 error NanTarget { name, what } "NaN is written to '{name}'; it originates at {what} (nan-target)";
    /// A vertex shader computes NaN for its position. No primitive with this vertex is drawn. The note shows the origin.
    E6422 error NanPosition { name, what } "NaN is written to '{name}'; it originates at {what} (nan-position)";
    /// Primitives are not drawn because a vertex has a position that is infinite or not a number, or whose w is zero: a division by
    /// w has no result. Often the position was never computed.
    E6423 error ClipW { what } "{what} (clip-w)";
    /// A pixel shader writes memory, and depth or stencil are tested. Whether it runs for pixels that fail the test is up to the
    /// device, unless the shader has `[earlydepthstencil]`, or discards pixels or writes depth itself.
    E6424 error SideEffectEarly { what } "{what} (side-effect-early)";
    /// A state of the draw has no effect, because another state or a target that it needs is missing.
    E6425 error UnusedState { what } "{what} (unused-state)";
    /// An input of a pixel shader gets an output of the vertex shader that has another semantic: both have the same location, by the
    /// order of the signatures. Direct3D refuses the two.
    E6426 error Link { input, output } "input '{input}' gets the output '{output}' of the vertex shader (link)";
    /// Invocations of a pixel shader access the same memory, one of them writes, and nothing orders them. Rasterizer-ordered
    /// views, or critical sections of an interlock, order the invocations of one pixel by their primitives, where both accesses
    /// are in them; those of different pixels have no order. A section must not begin twice, or end without a beginning.
    E6427 error Interlock { what } "{what} (interlock)";
    /// A pixel gets a value of a helper invocation beside it, by a derivative, the level of a sample or an operation of its quad, and
    /// that depends on the result of an atomic operation or of an operation of a wave: helper invocations have no such results.
    E6428 error HelperEffect { what } "{what} on a value of a helper invocation, which has no results of atomic and wave operations (helper-effect)";
    /// A pixel gets a value of a helper invocation beside it, by a derivative, the level of a sample or an operation of its quad, and
    /// that depends on an input which is interpolated with perspective far outside of the primitive: more than twice as far away as
    /// its farthest point, or behind the viewer, or nearer than half of its nearest point. Such a derivative is wrong by more than a
    /// factor of two, so that a level is wrong by more than one: seams at the edges of primitives.
    E6429 error DerivativeEdge { what } "{what} on a value of a helper invocation, whose inputs are far outside of the primitive (derivative-edge)";
    /// A pixel shader gives a color an alpha outside of 0 to 1, and the color is blended by it into a target of floating-point
    /// numbers. Targets of other formats clamp it first, these do not: the blended color is not between the two.
    E6435 error BlendRange { name, value } "'{name}' is {value}, and blends a floating-point target: expected 0 to 1 (blend-range)";
    /// A shader makes more than it may, or something that is not there: more vertices or primitives than the outputs of a mesh
    /// shader have, an index without a vertex, more vertices than `maxvertexcount`, or too many mesh groups. What is too much is
    /// dropped here, and so are primitives with such an index.
    E6450 error Primitives { what } "{what} (primitives)";
    /// A ray has an origin or a direction that is not finite, the direction zero, a negative `TMin` or one above `TMax`, or two
    /// flags that exclude each other. That is undefined; here such a ray hits nothing, but for one with such flags.
    E6501 error Ray { what } "{what} (ray)";
    /// A ray query is used out of order: before `TraceRayInline`, `Proceed` after it has returned false, a candidate or a
    /// committed hit that is not there or is of another kind, a hit out of the range that is left. That is undefined.
    E6502 error Query { what } "{what} (query)";
    /// A ray or a call is started while as many are open as the pipeline allows (`--recursion`). Devices are lost; here it is
    /// not started.
    E6503 error Recursion { what } "{what} (recursion)";
    /// A ray or a call names a record that the shader table does not have. Here no shader is called.
    E6504 error Table { what } "{what} (table)";
    /// The payload of a ray, or the data of a call, has another type than the parameter of the shader that gets it: they are
    /// the same memory, which the two read in different ways.
    E6505 error Payload { shader } "payload has another type than that of '{shader}' (payload)";
    /// A node of a work graph allocates more records than its output may have (`MaxRecords`), or a record requests more workgroups
    /// than `NodeMaxDispatchGrid` allows. That is undefined; here there are no such records, and no such grid.
    E6653 error NodeLimit { what } "{what} (node-limit)";
    /// Output records are allocated and `OutputComplete` is not called, or it is called more than once. That is undefined; here
    /// records that are not completed are lost.
    E6654 error NodeComplete { what } "{what} (node-complete)";
    /// Records are sent to a node that the work graph does not have. `IsValid` tells which nodes there are. Here they are lost.
    E6655 error NodeTarget { what } "{what} (node-target)";
    /// A node sends records to itself at the last level of its recursion (`NodeMaxRecursionDepth`). `IsValid` and
    /// `GetRemainingRecursionLevels` tell whether there is another one. Here the records are lost.
    E6656 error NodeRecursion { what } "{what} (node-recursion)";
    /// A comment suppresses a finding that does not occur, or gives no reason.
    E6901 error Allow { what } "{what}";
}
