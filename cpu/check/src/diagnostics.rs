//! The diagnostics of checked runs: races from E6001 on, barriers and waves from E6101, memory and resources from E6201,
//! numbers from E6301. Their severity is that of the rule set ([`crate::rows`]).

base::diagnostics! {
    /// Two threads access the same bytes, one of them writes, and nothing puts the two accesses in an order. Within a group
    /// a barrier does, such as `GroupMemoryBarrierWithGroupSync` for groupshared memory; between groups no barrier does, only
    /// another dispatch, or atomic operations with barriers around them.
    E6001 error Race { memory, how } "two threads access {memory} at the same time, and {how} (race)";
    /// Two lanes access the same bytes without a barrier between them, and are ordered only if the lanes of a wave run in
    /// step. Direct3D's first texts on waves promised that, Vulkan never did: put a barrier between the two.
    E6002 error RaceInWave { memory, how } "two lanes of a wave access {memory}, {how}, and only running in step orders them (race-in-wave)";
    /// A flag or a counter is read as it is, while another group changes it with an atomic operation. Direct3D's hardware
    /// lets that pass; by Vulkan's memory model it is a race. Read it with an atomic operation, such as `InterlockedAdd` of 0.
    E6003 error RacePlainAtomic { memory } "this reads {memory} as it is, and another group changes it with an atomic operation (race-plain-atomic)";
    /// Two threads write the same value to the same place at the same time. The outcome is the same whoever is first, but the
    /// memory model knows no harmless race.
    E6004 error RaceSameValue { memory } "two threads write the same value to {memory} at the same time (race-same-value)";
    /// Two accesses would be ordered by atomic operations on a common place if these were fences too. They are not: the
    /// thread that hands data on needs a barrier such as `DeviceMemoryBarrier` before its atomic operation, and the thread
    /// that takes them one after its own.
    E6005 error RaceFence { memory, how } "atomic operations do not order two accesses of {memory}, of which {how}: a barrier is missing (race-fence)";
    /// A barrier stands between two accesses, but orders other memory: `GroupMemoryBarrierWithGroupSync` is for groupshared
    /// memory, `DeviceMemoryBarrierWithGroupSync` for buffers and textures, `AllMemoryBarrierWithGroupSync` for both.
    E6006 error Scope { memory, how } "the barrier between two accesses of {memory}, of which {how}, is for other memory (scope)";
    /// What another group has written is handed on in order, but the buffer or texture is not `globallycoherent`, so that the
    /// write may never become visible to this group.
    E6007 error NotCoherent { memory } "this reads {memory}, which another group has written, and the resource is not globallycoherent (not-coherent)";
    /// Another order of groups, waves and atomic operations gave another result: what atomic operations return, and sums of
    /// floating-point numbers, depend on who comes first. Often that is meant, as for elements that are appended. It is found
    /// where several orders are tried.
    E6008 error OrderDependent { memory, one, other } "{memory} depends on the order of threads: it is {one} or {other} (order-dependent)";
    /// Another thread reads memory before a barrier, and this thread writes it after the barrier, which is for other memory. The
    /// barrier waits for all threads, so that devices read before they write; but the memory model asks for one for this memory.
    E6009 error ScopeAfterRead { memory } "the barrier between a read of {memory} and this write is for other memory (scope-after-read)";
    /// Every thread of a group must come to a barrier, and to the same one in the same turn of each loop. Others wait for
    /// ever, or go on as if there were none.
    E6101 error BarrierDivergent { here, all, elsewhere } "{here} of {all} threads wait at this barrier; {elsewhere} (barrier-divergent)";
    /// Some threads have returned before a barrier that the rest of the group waits at. By the rules that is undefined;
    /// hardware goes on without them. Let these threads skip the work instead of returning.
    E6102 error BarrierAfterReturn { ended, all } "{ended} of {all} threads have ended before this barrier (barrier-after-return)";
    /// A lane asks for the value of a lane that is not active here, or that the wave does not have.
    E6103 error WaveInactive { what } "{what} (wave-inactive)";
    /// Derivatives and operations on quads need all four lanes of a quad. Here some of them have gone another way.
    E6104 error QuadInactive { what } "{what} (quad-inactive)";
    /// A loop has come round to the same state as before and nobody has changed memory since, so that it can never end; or
    /// the run has used up its budget of steps, which `--max-steps` sets.
    E6105 error Endless { what } "{what} (endless)";
    /// Threads wait for memory that nobody who may run will change. Groups need not run at the same time: whoever waits for
    /// a group that begins later depends on how many run at once, which `--resident` sets.
    E6106 error NoProgress { what } "{what} (no-progress)";
    /// Another size of waves gave another result. Devices have waves of 4 to 128 lanes, and some choose among several sizes.
    /// It is found where several sizes are tried, as by `--wave all`.
    E6107 error WaveDependent { memory, one, other } "{memory} depends on the size of waves: it is {one} or {other} (wave-dependent)";
    /// No thread has accessed anything behind this barrier that another one had accessed before it, with one of the two
    /// writing: in this run it was not needed. That is advice, for this input alone, and is given only if it is asked for.
    E6108 error BarrierUseless { } "no accesses of two threads conflict across this barrier (barrier-useless)";
    /// An index is not below the length of the array, or the number of components of the vector, that it chooses from. That
    /// is wrong even where the memory behind the array belongs to something else of the shader.
    E6201 error Bounds { index, what } "index {index} of {what} (bounds)";
    /// An access is beyond the end of the buffer that is bound. Under Direct3D's rules it reads zeros and writes nothing.
    E6202 error BoundsBuffer { what, bytes } "{what}, and the buffer has {bytes} bytes (bounds-buffer)";
    /// Coordinates are outside of the texture. Under Direct3D's rules such a read gives zeros and such a write does nothing.
    E6203 error BoundsTexture { what } "{what} (bounds-texture)";
    /// An index is beyond the array of descriptors, or nothing is bound there.
    E6204 error Descriptor { what } "{what} (descriptor)";
    /// The lanes of a wave use different resources of an array, and the index has no `NonUniformResourceIndex`: some hardware
    /// then uses one resource for all of them.
    E6205 error Nonuniform { what } "{what} (nonuniform)";
    /// An offset is not a multiple of what the memory wants: of 4 in `ByteAddressBuffer`, which drops the rest of the offset,
    /// or of the alignment that an access by an address promises.
    E6206 error Misaligned { what } "{what} (misaligned)";
    /// A value that nobody has written decides where the program goes, which memory it accesses, or is stored where others
    /// see it.
    E6207 error Uninit { use_of, what } "{use_of} depends on {what}, which nobody has given a value (uninit)";
    /// Some elements of a binding of which all must be written are not written by any thread. The place is that of the first
    /// write of others. Bindings are marked with `--written`, or with `"written": "all"` in a job file.
    E6208 error Unwritten { count, all, name, first } "{count} of {all} elements of '{name}' are never written, and {first} is the first of them (unwritten)";
    /// An image does not have the format that the shader declares for it: `[[vk::image_format]]`, or the one that the type of
    /// its texels chooses. What is read and written there is undefined.
    E6209 error Format { what } "{what} (format)";
    /// A division by zero, or of the least number by -1, has no result. This one gives all ones.
    E6301 error IntDivZero { what } "{what} (int-div-zero)";
    /// A shift by as many bits as there are, or more, has no result in most languages. HLSL takes the amount modulo the width:
    /// say so with `& 31` where it is meant.
    E6302 error Shift { amount, bits } "a shift of {bits} bits by {amount} (shift)";
    /// A number becomes an integer whose type does not have it.
    E6303 error FloatToInt { value, ty } "{value} is no number of the type {ty} (float-to-int)";
    /// Numbers became NaN, and that was stored. The other place is where it came to be.
    E6304 error Nan { memory, what } "NaN goes to {memory}; it came from {what} (nan)";
    /// A function is asked for a number for which it is not defined: a power of a negative number, an arc sine beyond 1, a
    /// clamp whose limits are the wrong way round, a direction of zeros.
    E6305 error MathDomain { what } "{what} is not defined (math-domain)";
    /// Numbers of 16 bits end at 65504: a result, or a number that became one of 16 bits, went beyond, and became infinite.
    E6306 error Inf { what } "{what} is too large for 16 bits, and becomes infinite (inf)";
    /// A comment allows a finding that does not occur, or gives no reason.
    E6901 error Allow { what } "{what}";
}
