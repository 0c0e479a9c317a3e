//! The instructions, by opcode: the capabilities and extensions of which one is required, and the operands.

/// The table of instructions.
macro_rules! instructions {
    ($($name:ident [$($capability:ident)*] [$($extension:literal)*] [$($operands:tt)*];)*) => {
        /// All instructions, by opcode.
        pub static INSTRUCTION_TABLE: &[crate::syntax::Instruction] = &[$(crate::syntax::Instruction {
            opname: stringify!($name),
            opcode: crate::Op::$name,
            capabilities: &[$(crate::Capability::$capability),*],
            extensions: &[$($extension),*],
            operands: crate::syntax::operands!($($operands)*),
        }),*];
    };
}

instructions! {
    Nop [] [] [];
    Undef [] [] [One IdResultType, One IdResult];
    SourceContinued [] [] [One LiteralString];
    Source [] [] [One SourceLanguage, One LiteralInteger, ZeroOrOne IdRef, ZeroOrOne LiteralString];
    SourceExtension [] [] [One LiteralString];
    Name [] [] [One IdRef, One LiteralString];
    MemberName [] [] [One IdRef, One LiteralInteger, One LiteralString];
    String [] [] [One IdResult, One LiteralString];
    Line [] [] [One IdRef, One LiteralInteger, One LiteralInteger];
    Extension [] [] [One LiteralString];
    ExtInstImport [] [] [One IdResult, One LiteralString];
    ExtInst [] [] [One IdResultType, One IdResult, One IdRef, One LiteralExtInstInteger, ZeroOrMore IdRef];
    MemoryModel [] [] [One AddressingModel, One MemoryModel];
    EntryPoint [] [] [One ExecutionModel, One IdRef, One LiteralString, ZeroOrMore IdRef];
    ExecutionMode [] [] [One IdRef, One ExecutionMode];
    Capability [] [] [One Capability];
    TypeVoid [] [] [One IdResult];
    TypeBool [] [] [One IdResult];
    TypeInt [] [] [One IdResult, One LiteralInteger, One LiteralInteger];
    TypeFloat [] [] [One IdResult, One LiteralInteger, ZeroOrOne FPEncoding];
    TypeVector [] [] [One IdResult, One IdRef, One LiteralInteger];
    TypeMatrix [Matrix] [] [One IdResult, One IdRef, One LiteralInteger];
    TypeImage
        [] []
        [One IdResult, One IdRef, One Dim, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One ImageFormat, ZeroOrOne AccessQualifier];
    TypeSampler [] [] [One IdResult];
    TypeSampledImage [] [] [One IdResult, One IdRef];
    TypeArray [] [] [One IdResult, One IdRef, One IdRef];
    TypeRuntimeArray [Shader] [] [One IdResult, One IdRef];
    TypeStruct [] [] [One IdResult, ZeroOrMore IdRef];
    TypeOpaque [Kernel] [] [One IdResult, One LiteralString];
    TypePointer [] [] [One IdResult, One StorageClass, One IdRef];
    TypeFunction [] [] [One IdResult, One IdRef, ZeroOrMore IdRef];
    TypeEvent [Kernel] [] [One IdResult];
    TypeDeviceEvent [DeviceEnqueue] [] [One IdResult];
    TypeReserveId [Pipes] [] [One IdResult];
    TypeQueue [DeviceEnqueue] [] [One IdResult];
    TypePipe [Pipes] [] [One IdResult, One AccessQualifier];
    TypeForwardPointer [Addresses PhysicalStorageBufferAddresses] [] [One IdRef, One StorageClass];
    ConstantTrue [] [] [One IdResultType, One IdResult];
    ConstantFalse [] [] [One IdResultType, One IdResult];
    Constant [] [] [One IdResultType, One IdResult, One LiteralContextDependentNumber];
    ConstantComposite [] [] [One IdResultType, One IdResult, ZeroOrMore IdRef];
    ConstantSampler
        [LiteralSampler] []
        [One IdResultType, One IdResult, One SamplerAddressingMode, One LiteralInteger, One SamplerFilterMode];
    ConstantNull [] [] [One IdResultType, One IdResult];
    SpecConstantTrue [] [] [One IdResultType, One IdResult];
    SpecConstantFalse [] [] [One IdResultType, One IdResult];
    SpecConstant [] [] [One IdResultType, One IdResult, One LiteralContextDependentNumber];
    SpecConstantComposite [] [] [One IdResultType, One IdResult, ZeroOrMore IdRef];
    SpecConstantOp [] [] [One IdResultType, One IdResult, One LiteralSpecConstantOpInteger];
    Function [] [] [One IdResultType, One IdResult, One FunctionControl, One IdRef];
    FunctionParameter [] [] [One IdResultType, One IdResult];
    FunctionEnd [] [] [];
    FunctionCall [] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    Variable [] [] [One IdResultType, One IdResult, One StorageClass, ZeroOrOne IdRef];
    ImageTexelPointer [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    Load [] [] [One IdResultType, One IdResult, One IdRef, ZeroOrOne MemoryAccess];
    Store [] [] [One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    CopyMemory [] [] [One IdRef, One IdRef, ZeroOrOne MemoryAccess, ZeroOrOne MemoryAccess];
    CopyMemorySized
        [Addresses UntypedPointersKHR] []
        [One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess, ZeroOrOne MemoryAccess];
    AccessChain [] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    InBoundsAccessChain [] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    PtrAccessChain
        [Addresses VariablePointers VariablePointersStorageBuffer PhysicalStorageBufferAddresses] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    ArrayLength [Shader] [] [One IdResultType, One IdResult, One IdRef, One LiteralInteger];
    GenericPtrMemSemantics [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    InBoundsPtrAccessChain [Addresses] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    Decorate [] [] [One IdRef, One Decoration];
    MemberDecorate [] [] [One IdRef, One LiteralInteger, One Decoration];
    DecorationGroup [] [] [One IdResult];
    GroupDecorate [] [] [One IdRef, ZeroOrMore IdRef];
    GroupMemberDecorate [] [] [One IdRef, ZeroOrMore PairIdRefLiteralInteger];
    VectorExtractDynamic [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    VectorInsertDynamic [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    VectorShuffle [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore LiteralInteger];
    CompositeConstruct [] [] [One IdResultType, One IdResult, ZeroOrMore IdRef];
    CompositeExtract [] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore LiteralInteger];
    CompositeInsert [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore LiteralInteger];
    CopyObject [] [] [One IdResultType, One IdResult, One IdRef];
    Transpose [Matrix] [] [One IdResultType, One IdResult, One IdRef];
    SampledImage [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ImageSampleImplicitLod [Shader] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSampleExplicitLod [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One ImageOperands];
    ImageSampleDrefImplicitLod
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSampleDrefExplicitLod
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One ImageOperands];
    ImageSampleProjImplicitLod
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSampleProjExplicitLod [Shader] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One ImageOperands];
    ImageSampleProjDrefImplicitLod
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSampleProjDrefExplicitLod
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One ImageOperands];
    ImageFetch [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageGather [Shader] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageDrefGather
        [Shader] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageRead [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageWrite [] [] [One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    Image [] [] [One IdResultType, One IdResult, One IdRef];
    ImageQueryFormat [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    ImageQueryOrder [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    ImageQuerySizeLod [Kernel ImageQuery] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ImageQuerySize [Kernel ImageQuery] [] [One IdResultType, One IdResult, One IdRef];
    ImageQueryLod [ImageQuery] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ImageQueryLevels [Kernel ImageQuery] [] [One IdResultType, One IdResult, One IdRef];
    ImageQuerySamples [Kernel ImageQuery] [] [One IdResultType, One IdResult, One IdRef];
    ConvertFToU [] [] [One IdResultType, One IdResult, One IdRef];
    ConvertFToS [] [] [One IdResultType, One IdResult, One IdRef];
    ConvertSToF [] [] [One IdResultType, One IdResult, One IdRef];
    ConvertUToF [] [] [One IdResultType, One IdResult, One IdRef];
    UConvert [] [] [One IdResultType, One IdResult, One IdRef];
    SConvert [] [] [One IdResultType, One IdResult, One IdRef];
    FConvert [] [] [One IdResultType, One IdResult, One IdRef];
    QuantizeToF16 [Shader] [] [One IdResultType, One IdResult, One IdRef];
    ConvertPtrToU [Addresses PhysicalStorageBufferAddresses] [] [One IdResultType, One IdResult, One IdRef];
    SatConvertSToU [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    SatConvertUToS [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    ConvertUToPtr [Addresses PhysicalStorageBufferAddresses] [] [One IdResultType, One IdResult, One IdRef];
    PtrCastToGeneric [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    GenericCastToPtr [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    GenericCastToPtrExplicit [Kernel] [] [One IdResultType, One IdResult, One IdRef, One StorageClass];
    Bitcast [] [] [One IdResultType, One IdResult, One IdRef];
    SNegate [] [] [One IdResultType, One IdResult, One IdRef];
    FNegate [] [] [One IdResultType, One IdResult, One IdRef];
    IAdd [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FAdd [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ISub [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FSub [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IMul [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FMul [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UDiv [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SDiv [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FDiv [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UMod [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SRem [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SMod [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FRem [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FMod [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    VectorTimesScalar [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    MatrixTimesScalar [Matrix] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    VectorTimesMatrix [Matrix] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    MatrixTimesVector [Matrix] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    MatrixTimesMatrix [Matrix] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    OuterProduct [Matrix] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    Dot [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IAddCarry [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ISubBorrow [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UMulExtended [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SMulExtended [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    Any [] [] [One IdResultType, One IdResult, One IdRef];
    All [] [] [One IdResultType, One IdResult, One IdRef];
    IsNan [] [] [One IdResultType, One IdResult, One IdRef];
    IsInf [] [] [One IdResultType, One IdResult, One IdRef];
    IsFinite [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    IsNormal [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    SignBitSet [Kernel] [] [One IdResultType, One IdResult, One IdRef];
    LessOrGreater [Kernel] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    Ordered [Kernel] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    Unordered [Kernel] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    LogicalEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    LogicalNotEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    LogicalOr [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    LogicalAnd [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    LogicalNot [] [] [One IdResultType, One IdResult, One IdRef];
    Select [] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    IEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    INotEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UGreaterThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SGreaterThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UGreaterThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SGreaterThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ULessThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SLessThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ULessThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SLessThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdNotEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordNotEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdLessThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordLessThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdGreaterThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordGreaterThan [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdLessThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordLessThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FOrdGreaterThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FUnordGreaterThanEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ShiftRightLogical [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ShiftRightArithmetic [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ShiftLeftLogical [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    BitwiseOr [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    BitwiseXor [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    BitwiseAnd [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    Not [] [] [One IdResultType, One IdResult, One IdRef];
    BitFieldInsert
        [Shader BitInstructions] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    BitFieldSExtract [Shader BitInstructions] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    BitFieldUExtract [Shader BitInstructions] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    BitReverse [Shader BitInstructions] [] [One IdResultType, One IdResult, One IdRef];
    BitCount [] [] [One IdResultType, One IdResult, One IdRef];
    DPdx [Shader] [] [One IdResultType, One IdResult, One IdRef];
    DPdy [Shader] [] [One IdResultType, One IdResult, One IdRef];
    Fwidth [Shader] [] [One IdResultType, One IdResult, One IdRef];
    DPdxFine [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    DPdyFine [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    FwidthFine [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    DPdxCoarse [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    DPdyCoarse [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    FwidthCoarse [DerivativeControl] [] [One IdResultType, One IdResult, One IdRef];
    EmitVertex [Geometry] [] [];
    EndPrimitive [Geometry] [] [];
    EmitStreamVertex [GeometryStreams] [] [One IdRef];
    EndStreamPrimitive [GeometryStreams] [] [One IdRef];
    ControlBarrier [] [] [One IdScope, One IdScope, One IdMemorySemantics];
    MemoryBarrier [] [] [One IdScope, One IdMemorySemantics];
    AtomicLoad [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics];
    AtomicStore [] [] [One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicExchange [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicCompareExchange
        [] []
        [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdMemorySemantics, One IdRef, One IdRef];
    AtomicCompareExchangeWeak
        [Kernel] []
        [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdMemorySemantics, One IdRef, One IdRef];
    AtomicIIncrement [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics];
    AtomicIDecrement [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics];
    AtomicIAdd [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicISub [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicSMin [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicUMin [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicSMax [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicUMax [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicAnd [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicOr [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicXor [] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    Phi [] [] [One IdResultType, One IdResult, ZeroOrMore PairIdRefIdRef];
    LoopMerge [] [] [One IdRef, One IdRef, One LoopControl];
    SelectionMerge [] [] [One IdRef, One SelectionControl];
    Label [] [] [One IdResult];
    Branch [] [] [One IdRef];
    BranchConditional [] [] [One IdRef, One IdRef, One IdRef, ZeroOrMore LiteralInteger];
    Switch [] [] [One IdRef, One IdRef, ZeroOrMore PairLiteralIntegerIdRef];
    Kill [Shader] [] [];
    Return [] [] [];
    ReturnValue [] [] [One IdRef];
    Unreachable [] [] [];
    LifetimeStart [Kernel] [] [One IdRef, One LiteralInteger];
    LifetimeStop [Kernel] [] [One IdRef, One LiteralInteger];
    GroupAsyncCopy
        [Kernel] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    GroupWaitEvents [Kernel] [] [One IdScope, One IdRef, One IdRef];
    GroupAll [Groups] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupAny [Groups] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupBroadcast [Groups] [] [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupIAdd [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFAdd [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFMin [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupUMin [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupSMin [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFMax [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupUMax [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupSMax [Groups] [] [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    ReadPipe [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    WritePipe [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    ReservedReadPipe
        [Pipes] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ReservedWritePipe
        [Pipes] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ReserveReadPipePackets [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    ReserveWritePipePackets [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    CommitReadPipe [Pipes] [] [One IdRef, One IdRef, One IdRef, One IdRef];
    CommitWritePipe [Pipes] [] [One IdRef, One IdRef, One IdRef, One IdRef];
    IsValidReserveId [Pipes] [] [One IdResultType, One IdResult, One IdRef];
    GetNumPipePackets [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    GetMaxPipePackets [Pipes] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    GroupReserveReadPipePackets
        [Pipes] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef, One IdRef, One IdRef];
    GroupReserveWritePipePackets
        [Pipes] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef, One IdRef, One IdRef];
    GroupCommitReadPipe [Pipes] [] [One IdScope, One IdRef, One IdRef, One IdRef, One IdRef];
    GroupCommitWritePipe [Pipes] [] [One IdScope, One IdRef, One IdRef, One IdRef, One IdRef];
    EnqueueMarker [DeviceEnqueue] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    EnqueueKernel
        [DeviceEnqueue] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrMore IdRef];
    GetKernelNDrangeSubGroupCount
        [DeviceEnqueue] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    GetKernelNDrangeMaxSubGroupSize
        [DeviceEnqueue] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    GetKernelWorkGroupSize
        [DeviceEnqueue] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    GetKernelPreferredWorkGroupSizeMultiple
        [DeviceEnqueue] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    RetainEvent [DeviceEnqueue] [] [One IdRef];
    ReleaseEvent [DeviceEnqueue] [] [One IdRef];
    CreateUserEvent [DeviceEnqueue] [] [One IdResultType, One IdResult];
    IsValidEvent [DeviceEnqueue] [] [One IdResultType, One IdResult, One IdRef];
    SetUserEventStatus [DeviceEnqueue] [] [One IdRef, One IdRef];
    CaptureEventProfilingInfo [DeviceEnqueue] [] [One IdRef, One IdRef, One IdRef];
    GetDefaultQueue [DeviceEnqueue] [] [One IdResultType, One IdResult];
    BuildNDRange [DeviceEnqueue] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    ImageSparseSampleImplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseSampleExplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One ImageOperands];
    ImageSparseSampleDrefImplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseSampleDrefExplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One ImageOperands];
    ImageSparseSampleProjImplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseSampleProjExplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One ImageOperands];
    ImageSparseSampleProjDrefImplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseSampleProjDrefExplicitLod
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One ImageOperands];
    ImageSparseFetch
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseGather
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseDrefGather
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    ImageSparseTexelsResident [SparseResidency] [] [One IdResultType, One IdResult, One IdRef];
    NoLine [] [] [];
    AtomicFlagTestAndSet [Kernel] [] [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics];
    AtomicFlagClear [Kernel] [] [One IdRef, One IdScope, One IdMemorySemantics];
    ImageSparseRead
        [SparseResidency] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    SizeOf [Addresses] [] [One IdResultType, One IdResult, One IdRef];
    TypePipeStorage [PipeStorage] [] [One IdResult];
    ConstantPipeStorage
        [PipeStorage] []
        [One IdResultType, One IdResult, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    CreatePipeFromPipeStorage [PipeStorage] [] [One IdResultType, One IdResult, One IdRef];
    GetKernelLocalSizeForSubgroupCount
        [SubgroupDispatch] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    GetKernelMaxNumSubgroups
        [SubgroupDispatch] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    TypeNamedBarrier [NamedBarrier] [] [One IdResult];
    NamedBarrierInitialize [NamedBarrier] [] [One IdResultType, One IdResult, One IdRef];
    MemoryNamedBarrier [NamedBarrier] [] [One IdRef, One IdScope, One IdMemorySemantics];
    ModuleProcessed [] [] [One LiteralString];
    ExecutionModeId [] [] [One IdRef, One ExecutionMode];
    DecorateId [] ["SPV_GOOGLE_hlsl_functionality1"] [One IdRef, One Decoration];
    GroupNonUniformElect [GroupNonUniform] [] [One IdResultType, One IdResult, One IdScope];
    GroupNonUniformAll [GroupNonUniformVote] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformAny [GroupNonUniformVote] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformAllEqual [GroupNonUniformVote] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformBroadcast
        [GroupNonUniformBallot] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformBroadcastFirst [GroupNonUniformBallot] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformBallot [GroupNonUniformBallot] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformInverseBallot [GroupNonUniformBallot] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformBallotBitExtract
        [GroupNonUniformBallot] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformBallotBitCount
        [GroupNonUniformBallot] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupNonUniformBallotFindLSB [GroupNonUniformBallot] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformBallotFindMSB [GroupNonUniformBallot] [] [One IdResultType, One IdResult, One IdScope, One IdRef];
    GroupNonUniformShuffle
        [GroupNonUniformShuffle] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformShuffleXor
        [GroupNonUniformShuffle] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformShuffleUp
        [GroupNonUniformShuffleRelative] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformShuffleDown
        [GroupNonUniformShuffleRelative] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformIAdd
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformFAdd
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformIMul
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformFMul
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformSMin
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformUMin
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformFMin
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformSMax
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformUMax
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformFMax
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformBitwiseAnd
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformBitwiseOr
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformBitwiseXor
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformLogicalAnd
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformLogicalOr
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformLogicalXor
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef, ZeroOrOne IdRef];
    GroupNonUniformQuadBroadcast
        [GroupNonUniformQuad] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    GroupNonUniformQuadSwap
        [GroupNonUniformQuad] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    CopyLogical [] [] [One IdResultType, One IdResult, One IdRef];
    PtrEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    PtrNotEqual [] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    PtrDiff
        [Addresses VariablePointers VariablePointersStorageBuffer] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    ColorAttachmentReadEXT
        [TileImageColorReadAccessEXT] []
        [One IdResultType, One IdResult, One IdRef, ZeroOrOne IdRef];
    DepthAttachmentReadEXT [TileImageDepthReadAccessEXT] [] [One IdResultType, One IdResult, ZeroOrOne IdRef];
    StencilAttachmentReadEXT [TileImageStencilReadAccessEXT] [] [One IdResultType, One IdResult, ZeroOrOne IdRef];
    TypeTensorARM [TensorsARM] [] [One IdResult, One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    TensorReadARM [TensorsARM] [] [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne TensorOperands];
    TensorWriteARM [TensorsARM] [] [One IdRef, One IdRef, One IdRef, ZeroOrOne TensorOperands];
    TensorQuerySizeARM [TensorsARM] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    GraphConstantARM [GraphARM] [] [One IdResultType, One IdResult, One LiteralInteger];
    GraphEntryPointARM [GraphARM] [] [One IdRef, One LiteralString, ZeroOrMore IdRef];
    GraphARM [GraphARM] [] [One IdResultType, One IdResult];
    GraphInputARM [GraphARM] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    GraphSetOutputARM [GraphARM] [] [One IdRef, One IdRef, ZeroOrMore IdRef];
    GraphEndARM [GraphARM] [] [];
    TypeGraphARM [GraphARM] [] [One IdResult, One LiteralInteger, ZeroOrMore IdRef];
    BitcastExtractEXT [BitcastExtractEXT] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    TerminateInvocation [Shader] ["SPV_KHR_terminate_invocation"] [];
    TypeUntypedPointerKHR [UntypedPointersKHR] [] [One IdResult, One StorageClass];
    UntypedVariableKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One StorageClass, ZeroOrOne IdRef, ZeroOrOne IdRef];
    UntypedAccessChainKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    UntypedInBoundsAccessChainKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    SubgroupBallotKHR [SubgroupBallotKHR] ["SPV_KHR_shader_ballot"] [One IdResultType, One IdResult, One IdRef];
    SubgroupFirstInvocationKHR
        [SubgroupBallotKHR] ["SPV_KHR_shader_ballot"]
        [One IdResultType, One IdResult, One IdRef];
    UntypedPtrAccessChainKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrMore IdRef];
    UntypedInBoundsPtrAccessChainKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrMore IdRef];
    UntypedArrayLengthKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One LiteralInteger];
    UntypedPrefetchKHR
        [UntypedPointersKHR] []
        [One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    FmaKHR [FMAKHR] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAllKHR [SubgroupVoteKHR] ["SPV_KHR_subgroup_vote"] [One IdResultType, One IdResult, One IdRef];
    SubgroupAnyKHR [SubgroupVoteKHR] ["SPV_KHR_subgroup_vote"] [One IdResultType, One IdResult, One IdRef];
    SubgroupAllEqualKHR [SubgroupVoteKHR] ["SPV_KHR_subgroup_vote"] [One IdResultType, One IdResult, One IdRef];
    GroupNonUniformRotateKHR
        [GroupNonUniformRotateKHR] []
        [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef, ZeroOrOne IdRef];
    SubgroupReadInvocationKHR
        [SubgroupBallotKHR] ["SPV_KHR_shader_ballot"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    ExtInstWithForwardRefsKHR
        [] ["SPV_KHR_relaxed_extended_instruction"]
        [One IdResultType, One IdResult, One IdRef, One LiteralExtInstInteger, ZeroOrMore IdRef];
    UntypedGroupAsyncCopyKHR
        [UntypedPointersKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess, ZeroOrOne MemoryAccess];
    TraceRayKHR
        [RayTracingKHR] ["SPV_KHR_ray_tracing"]
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ExecuteCallableKHR [RayTracingKHR] ["SPV_KHR_ray_tracing"] [One IdRef, One IdRef];
    ConvertUToAccelerationStructureKHR
        [RayTracingKHR RayQueryKHR] ["SPV_KHR_ray_tracing" "SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef];
    IgnoreIntersectionKHR [RayTracingKHR] ["SPV_KHR_ray_tracing"] [];
    TerminateRayKHR [RayTracingKHR] ["SPV_KHR_ray_tracing"] [];
    SDot
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    UDot
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    SUDot
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    SDotAccSat
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    UDotAccSat
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    SUDotAccSat
        [DotProduct] ["SPV_KHR_integer_dot_product"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne PackedVectorFormat];
    TypeCooperativeMatrixKHR
        [CooperativeMatrixKHR] []
        [One IdResult, One IdRef, One IdScope, One IdRef, One IdRef, One IdRef];
    CooperativeMatrixLoadKHR
        [CooperativeMatrixKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne MemoryAccess];
    CooperativeMatrixStoreKHR
        [CooperativeMatrixKHR] []
        [One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne MemoryAccess];
    CooperativeMatrixMulAddKHR
        [CooperativeMatrixKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne CooperativeMatrixOperands];
    CooperativeMatrixLengthKHR [CooperativeMatrixKHR] [] [One IdResultType, One IdResult, One IdRef];
    ConstantCompositeReplicateEXT [ReplicatedCompositesEXT] [] [One IdResultType, One IdResult, One IdRef];
    SpecConstantCompositeReplicateEXT [ReplicatedCompositesEXT] [] [One IdResultType, One IdResult, One IdRef];
    CompositeConstructReplicateEXT [ReplicatedCompositesEXT] [] [One IdResultType, One IdResult, One IdRef];
    TypeRayQueryKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResult];
    RayQueryInitializeKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    RayQueryTerminateKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdRef];
    RayQueryGenerateIntersectionKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdRef, One IdRef];
    RayQueryConfirmIntersectionKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdRef];
    RayQueryProceedKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetIntersectionTypeKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    ImageSampleWeightedQCOM
        [TextureSampleWeightedQCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    ImageBoxFilterQCOM [TextureBoxFilterQCOM] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    ImageBlockMatchSSDQCOM
        [TextureBlockMatchQCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ImageBlockMatchSADQCOM
        [TextureBlockMatchQCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    BitCastArrayQCOM [CooperativeMatrixConversionQCOM] [] [One IdResultType, One IdResult, One IdRef];
    ImageBlockMatchWindowSSDQCOM
        [TextureBlockMatch2QCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ImageBlockMatchWindowSADQCOM
        [TextureBlockMatch2QCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ImageBlockMatchGatherSSDQCOM
        [TextureBlockMatch2QCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    ImageBlockMatchGatherSADQCOM
        [TextureBlockMatch2QCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    CompositeConstructCoopMatQCOM [CooperativeMatrixConversionQCOM] [] [One IdResultType, One IdResult, One IdRef];
    CompositeExtractCoopMatQCOM [CooperativeMatrixConversionQCOM] [] [One IdResultType, One IdResult, One IdRef];
    ExtractSubArrayQCOM [CooperativeMatrixConversionQCOM] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ImageGatherQCOM
        [ImageGatherLinearQCOM ImageGatherExtendedModesQCOM] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    GroupIAddNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFAddNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFMinNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupUMinNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupSMinNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFMaxNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupUMaxNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupSMaxNonUniformAMD
        [Groups] ["SPV_AMD_shader_ballot"]
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    FragmentMaskFetchAMD
        [FragmentMaskAMD] ["SPV_AMD_shader_fragment_mask"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    FragmentFetchAMD
        [FragmentMaskAMD] ["SPV_AMD_shader_fragment_mask"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    ReadClockKHR [ShaderClockKHR] [] [One IdResultType, One IdResult, One IdScope];
    AllocateNodePayloadsAMDX [ShaderEnqueueAMDX] [] [One IdResultType, One IdResult, One IdScope, One IdRef, One IdRef];
    EnqueueNodePayloadsAMDX [ShaderEnqueueAMDX] [] [One IdRef];
    TypeNodePayloadArrayAMDX [ShaderEnqueueAMDX] [] [One IdResult, One IdRef];
    FinishWritingNodePayloadAMDX [ShaderEnqueueAMDX] [] [One IdResultType, One IdResult, One IdRef];
    NodePayloadArrayLengthAMDX [ShaderEnqueueAMDX] [] [One IdResultType, One IdResult, One IdRef];
    IsNodePayloadValidAMDX [ShaderEnqueueAMDX] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ConstantStringAMDX [ShaderEnqueueAMDX] [] [One IdResult, One LiteralString];
    SpecConstantStringAMDX [ShaderEnqueueAMDX] [] [One IdResult, One LiteralString];
    GroupNonUniformQuadAllKHR [QuadControlKHR] [] [One IdResultType, One IdResult, One IdRef];
    GroupNonUniformQuadAnyKHR [QuadControlKHR] [] [One IdResultType, One IdResult, One IdRef];
    TypeBufferEXT [DescriptorHeapEXT] [] [One IdResult, One StorageClass];
    BufferPointerEXT [DescriptorHeapEXT] [] [One IdResultType, One IdResult, One IdRef];
    AbortKHR [AbortKHR] [] [One IdRef, One IdRef];
    UntypedImageTexelPointerEXT
        [DescriptorHeapEXT] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    MemberDecorateIdEXT [DescriptorHeapEXT] [] [One IdRef, One LiteralInteger, One Decoration];
    ConstantSizeOfEXT [DescriptorHeapEXT] [] [One IdResultType, One IdResult, One IdRef];
    ConstantDataKHR [ConstantDataKHR] [] [One IdResultType, One IdResult, ZeroOrMore LiteralInteger];
    SpecConstantDataKHR [ConstantDataKHR] [] [One IdResultType, One IdResult, ZeroOrMore LiteralInteger];
    PoisonKHR [PoisonFreezeKHR] [] [One IdResultType, One IdResult];
    FreezeKHR [PoisonFreezeKHR] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectRecordHitMotionNV
        [ShaderInvocationReorderNV RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordHitWithIndexMotionNV
        [ShaderInvocationReorderNV RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordMissMotionNV
        [ShaderInvocationReorderNV RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectGetWorldToObjectNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectToWorldNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectRayDirectionNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectRayOriginNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectTraceRayMotionNV
        [ShaderInvocationReorderNV RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectGetShaderRecordBufferHandleNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetShaderBindingTableRecordIndexNV
        [ShaderInvocationReorderNV] []
        [One IdResultType, One IdResult, One IdRef];
    HitObjectRecordEmptyNV [ShaderInvocationReorderNV] [] [One IdRef];
    HitObjectTraceRayNV
        [ShaderInvocationReorderNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordHitNV
        [ShaderInvocationReorderNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordHitWithIndexNV
        [ShaderInvocationReorderNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordMissNV
        [ShaderInvocationReorderNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectExecuteShaderNV [ShaderInvocationReorderNV] [] [One IdRef, One IdRef];
    HitObjectGetCurrentTimeNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetAttributesNV [ShaderInvocationReorderNV] [] [One IdRef, One IdRef];
    HitObjectGetHitKindNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetPrimitiveIndexNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetGeometryIndexNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetInstanceIdNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetInstanceCustomIndexNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetWorldRayDirectionNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetWorldRayOriginNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetRayTMaxNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetRayTMinNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsEmptyNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsHitNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsMissNV [ShaderInvocationReorderNV] [] [One IdResultType, One IdResult, One IdRef];
    ReorderThreadWithHitObjectNV [ShaderInvocationReorderNV] [] [One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    ReorderThreadWithHintNV [ShaderInvocationReorderNV] [] [One IdRef, One IdRef];
    TypeHitObjectNV [ShaderInvocationReorderNV] [] [One IdResult];
    ImageSampleFootprintNV
        [ImageFootprintNV] ["SPV_NV_shader_image_footprint"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne ImageOperands];
    TypeVectorIdEXT [CooperativeVectorNV LongVectorEXT] [] [One IdResult, One IdRef, One IdRef];
    CooperativeVectorMatrixMulNV
        [CooperativeVectorNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne CooperativeMatrixOperands];
    CooperativeVectorOuterProductAccumulateNV
        [CooperativeVectorTrainingNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef];
    CooperativeVectorReduceSumAccumulateNV [CooperativeVectorTrainingNV] [] [One IdRef, One IdRef, One IdRef];
    CooperativeVectorMatrixMulAddNV
        [CooperativeVectorNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne CooperativeMatrixOperands];
    CooperativeMatrixConvertNV
        [CooperativeMatrixConversionsEXT CooperativeMatrixConversionsNV] []
        [One IdResultType, One IdResult, One IdRef];
    EmitMeshTasksEXT [MeshShadingEXT] [] [One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef];
    SetMeshOutputsEXT [MeshShadingEXT] [] [One IdRef, One IdRef];
    GroupNonUniformPartitionEXT [GroupNonUniformPartitionedEXT] [] [One IdResultType, One IdResult, One IdRef];
    WritePackedPrimitiveIndices4x8NV [MeshShadingNV] ["SPV_NV_mesh_shader"] [One IdRef, One IdRef];
    FetchMicroTriangleVertexPositionNV
        [DisplacementMicromapNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    FetchMicroTriangleVertexBarycentricNV
        [DisplacementMicromapNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    CooperativeVectorLoadNV
        [CooperativeVectorNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    CooperativeVectorStoreNV [CooperativeVectorNV] [] [One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    HitObjectRecordFromQueryEXT
        [ShaderInvocationReorderEXT] []
        [One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef];
    HitObjectRecordMissEXT
        [ShaderInvocationReorderEXT] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordMissMotionEXT
        [ShaderInvocationReorderEXT RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectGetIntersectionTriangleVertexPositionsEXT
        [ShaderInvocationReorderEXT] []
        [One IdResultType, One IdResult, One IdRef];
    HitObjectGetRayFlagsEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectSetShaderBindingTableRecordIndexEXT [ShaderInvocationReorderEXT] [] [One IdRef, One IdRef];
    HitObjectReorderExecuteShaderEXT
        [ShaderInvocationReorderEXT] []
        [One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    HitObjectTraceReorderExecuteEXT
        [ShaderInvocationReorderEXT] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    HitObjectTraceMotionReorderExecuteEXT
        [ShaderInvocationReorderEXT RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    TypeHitObjectEXT [ShaderInvocationReorderEXT] [] [One IdResult];
    ReorderThreadWithHintEXT [ShaderInvocationReorderEXT] [] [One IdRef, One IdRef];
    ReorderThreadWithHitObjectEXT [ShaderInvocationReorderEXT] [] [One IdRef, ZeroOrOne IdRef, ZeroOrOne IdRef];
    HitObjectTraceRayEXT
        [ShaderInvocationReorderEXT] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectTraceRayMotionEXT
        [ShaderInvocationReorderEXT RayTracingMotionBlurNV] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    HitObjectRecordEmptyEXT [ShaderInvocationReorderEXT] [] [One IdRef];
    HitObjectExecuteShaderEXT [ShaderInvocationReorderEXT] [] [One IdRef, One IdRef];
    HitObjectGetCurrentTimeEXT
        [ShaderInvocationReorderEXT RayTracingMotionBlurNV] []
        [One IdResultType, One IdResult, One IdRef];
    HitObjectGetAttributesEXT [ShaderInvocationReorderEXT] [] [One IdRef, One IdRef];
    HitObjectGetHitKindEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetPrimitiveIndexEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetGeometryIndexEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetInstanceIdEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetInstanceCustomIndexEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectRayOriginEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectRayDirectionEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetWorldRayDirectionEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetWorldRayOriginEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetObjectToWorldEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetWorldToObjectEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetRayTMaxEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    ReportIntersectionKHR
        [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    IgnoreIntersectionNV [RayTracingNV] ["SPV_NV_ray_tracing"] [];
    TerminateRayNV [RayTracingNV] ["SPV_NV_ray_tracing"] [];
    TraceNV
        [RayTracingNV] ["SPV_NV_ray_tracing"]
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    TraceMotionNV
        [RayTracingMotionBlurNV] ["SPV_NV_ray_tracing_motion_blur"]
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    TraceRayMotionNV
        [RayTracingMotionBlurNV] ["SPV_NV_ray_tracing_motion_blur"]
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    RayQueryGetIntersectionTriangleVertexPositionsKHR
        [RayQueryPositionFetchKHR] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    TypeAccelerationStructureKHR
        [RayTracingNV RayTracingKHR RayQueryKHR DisplacementMicromapNV] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing" "SPV_KHR_ray_query" "SPV_NV_displacement_micromap"]
        [One IdResult];
    ExecuteCallableNV [RayTracingNV] ["SPV_NV_ray_tracing"] [One IdRef, One IdRef];
    RayQueryGetIntersectionClusterIdNV
        [RayTracingClusterAccelerationStructureNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    HitObjectGetClusterIdNV [RayTracingClusterAccelerationStructureNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetRayTMinEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetShaderBindingTableRecordIndexEXT
        [ShaderInvocationReorderEXT] []
        [One IdResultType, One IdResult, One IdRef];
    HitObjectGetShaderRecordBufferHandleEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsEmptyEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsHitEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsMissEXT [ShaderInvocationReorderEXT] [] [One IdResultType, One IdResult, One IdRef];
    TypeCooperativeMatrixNV
        [CooperativeMatrixNV] ["SPV_NV_cooperative_matrix"]
        [One IdResult, One IdRef, One IdScope, One IdRef, One IdRef];
    CooperativeMatrixLoadNV
        [CooperativeMatrixNV] ["SPV_NV_cooperative_matrix"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    CooperativeMatrixStoreNV
        [CooperativeMatrixNV] ["SPV_NV_cooperative_matrix"]
        [One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    CooperativeMatrixMulAddNV
        [CooperativeMatrixNV] ["SPV_NV_cooperative_matrix"]
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    CooperativeMatrixLengthNV
        [CooperativeMatrixNV] ["SPV_NV_cooperative_matrix"]
        [One IdResultType, One IdResult, One IdRef];
    CooperativeMatrixGetCoordinateEXT
        [CooperativeMatrixGetCoordinateEXT] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    BeginInvocationInterlockEXT
        [FragmentShaderSampleInterlockEXT FragmentShaderPixelInterlockEXT FragmentShaderShadingRateInterlockEXT] ["SPV_EXT_fragment_shader_interlock"]
        [];
    EndInvocationInterlockEXT
        [FragmentShaderSampleInterlockEXT FragmentShaderPixelInterlockEXT FragmentShaderShadingRateInterlockEXT] ["SPV_EXT_fragment_shader_interlock"]
        [];
    CooperativeMatrixReduceNV
        [CooperativeMatrixReductionsNV] []
        [One IdResultType, One IdResult, One IdRef, One CooperativeMatrixReduce, One IdRef];
    CooperativeMatrixLoadTensorNV
        [CooperativeMatrixTensorAddressingNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One MemoryAccess, One TensorAddressingOperands];
    CooperativeMatrixStoreTensorNV
        [CooperativeMatrixTensorAddressingNV] []
        [One IdRef, One IdRef, One IdRef, One MemoryAccess, One TensorAddressingOperands];
    CooperativeMatrixPerElementOpNV
        [CooperativeMatrixPerElementOperationsNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    TypeTensorLayoutNV [TensorAddressingNV] [] [One IdResult, One IdRef, One IdRef];
    TypeTensorViewNV [TensorAddressingNV] [] [One IdResult, One IdRef, One IdRef, ZeroOrMore IdRef];
    CreateTensorLayoutNV [TensorAddressingNV] [] [One IdResultType, One IdResult];
    TensorLayoutSetDimensionNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    TensorLayoutSetStrideNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    TensorLayoutSliceNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    TensorLayoutSetClampValueNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    CreateTensorViewNV [TensorAddressingNV] [] [One IdResultType, One IdResult];
    TensorViewSetDimensionNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    TensorViewSetStrideNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    DemoteToHelperInvocation [DemoteToHelperInvocation] [] [];
    IsHelperInvocationEXT
        [DemoteToHelperInvocation] ["SPV_EXT_demote_to_helper_invocation"]
        [One IdResultType, One IdResult];
    TensorViewSetClipNV
        [TensorAddressingNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    TensorLayoutSetBlockSizeNV [TensorAddressingNV] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    CooperativeMatrixTransposeNV [CooperativeMatrixConversionsNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertUToImageNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertUToSamplerNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertImageToUNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertSamplerToUNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertUToSampledImageNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    ConvertSampledImageToUNV [BindlessTextureNV] [] [One IdResultType, One IdResult, One IdRef];
    SamplerImageAddressingModeNV [BindlessTextureNV] [] [One LiteralInteger];
    RawAccessChainNV
        [RawAccessChainsNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne RawAccessChainOperands];
    RayQueryGetIntersectionSpherePositionNV
        [RayTracingSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionSphereRadiusNV
        [RayTracingSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionLSSPositionsNV
        [RayTracingLinearSweptSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionLSSRadiiNV
        [RayTracingLinearSweptSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionLSSHitValueNV
        [RayTracingLinearSweptSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    HitObjectGetSpherePositionNV [RayTracingSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetSphereRadiusNV [RayTracingSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetLSSPositionsNV [RayTracingLinearSweptSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectGetLSSRadiiNV [RayTracingLinearSweptSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsSphereHitNV [RayTracingSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    HitObjectIsLSSHitNV [RayTracingLinearSweptSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef];
    RayQueryIsSphereHitNV [RayTracingSpheresGeometryNV] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryIsLSSHitNV
        [RayTracingLinearSweptSpheresGeometryNV] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupShuffleINTEL [SubgroupShuffleINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupShuffleDownINTEL
        [SubgroupShuffleINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupShuffleUpINTEL [SubgroupShuffleINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupShuffleXorINTEL [SubgroupShuffleINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupBlockReadINTEL [SubgroupBufferBlockIOINTEL] [] [One IdResultType, One IdResult, One IdRef];
    SubgroupBlockWriteINTEL [SubgroupBufferBlockIOINTEL] [] [One IdRef, One IdRef];
    SubgroupImageBlockReadINTEL [SubgroupImageBlockIOINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupImageBlockWriteINTEL [SubgroupImageBlockIOINTEL] [] [One IdRef, One IdRef, One IdRef];
    SubgroupImageMediaBlockReadINTEL
        [SubgroupImageMediaBlockIOINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupImageMediaBlockWriteINTEL
        [SubgroupImageMediaBlockIOINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    UCountLeadingZerosINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef];
    UCountTrailingZerosINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef];
    AbsISubINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    AbsUSubINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IAddSatINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UAddSatINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IAverageINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UAverageINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IAverageRoundedINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UAverageRoundedINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ISubSatINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    USubSatINTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    IMul32x16INTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    UMul32x16INTEL [IntegerFunctions2INTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    ConstantFunctionPointerINTEL
        [FunctionPointersINTEL] ["SPV_INTEL_function_pointers"]
        [One IdResultType, One IdResult, One IdRef];
    FunctionPointerCallINTEL
        [FunctionPointersINTEL] ["SPV_INTEL_function_pointers"]
        [One IdResultType, One IdResult, ZeroOrMore IdRef];
    AsmTargetINTEL [AsmINTEL] [] [One IdResult, One LiteralString];
    AsmINTEL [AsmINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef, One LiteralString, One LiteralString];
    AsmCallINTEL [AsmINTEL] [] [One IdResultType, One IdResult, One IdRef, ZeroOrMore IdRef];
    AtomicFMinEXT
        [AtomicFloat16MinMaxEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT AtomicFloat16VectorNV] []
        [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AtomicFMaxEXT
        [AtomicFloat16MinMaxEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT AtomicFloat16VectorNV] []
        [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    AssumeTrueKHR [ExpectAssumeKHR] ["SPV_KHR_expect_assume"] [One IdRef];
    ExpectKHR [ExpectAssumeKHR] ["SPV_KHR_expect_assume"] [One IdResultType, One IdResult, One IdRef, One IdRef];
    DecorateString [] ["SPV_GOOGLE_decorate_string" "SPV_GOOGLE_hlsl_functionality1"] [One IdRef, One Decoration];
    MemberDecorateString
        [] ["SPV_GOOGLE_decorate_string" "SPV_GOOGLE_hlsl_functionality1"]
        [One IdRef, One LiteralInteger, One Decoration];
    VmeImageINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    TypeVmeImageINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult, One IdRef];
    TypeAvcImePayloadINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcRefPayloadINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcSicPayloadINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcMcePayloadINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcMceResultINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcImeResultINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcImeResultSingleReferenceStreamoutINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcImeResultDualReferenceStreamoutINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcImeSingleReferenceStreaminINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcImeDualReferenceStreaminINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcRefResultINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    TypeAvcSicResultINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResult];
    SubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultInterShapePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceSetInterShapePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceSetInterDirectionPenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult];
    SubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult];
    SubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult];
    SubgroupAvcMceSetMotionVectorCostFunctionINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult];
    SubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL] []
        [One IdResultType, One IdResult];
    SubgroupAvcMceSetAcOnlyHaarINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcMceConvertToImePayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceConvertToImeResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceConvertToRefPayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceConvertToRefResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceConvertToSicPayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceConvertToSicResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetMotionVectorsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterDistortionsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetBestInterDistortionsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterMajorShapeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterMinorShapeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterDirectionsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterMotionVectorCountINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterReferenceIdsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeInitializeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeSetSingleReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeSetDualReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeRefWindowSizeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeAdjustRefOffsetINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeConvertToMcePayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeSetMaxMotionVectorCountINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeSetUnidirectionalMixDisableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeSetEarlySearchTerminationThresholdINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeSetWeightedSadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithSingleReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithDualReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeConvertToMceResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetSingleReferenceStreaminINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetDualReferenceStreaminINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeStripSingleReferenceStreamoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeStripDualReferenceStreamoutINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcImeGetBorderReachedINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcImeGetTruncatedSearchIndicationINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcFmeInitializeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcBmeInitializeINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcRefConvertToMcePayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcRefSetBidirectionalMixDisableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcRefSetBilinearFilterEnableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcRefEvaluateWithSingleReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcRefEvaluateWithDualReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcRefEvaluateWithMultiReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcRefConvertToMceResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicInitializeINTEL [SubgroupAvcMotionEstimationINTEL] [] [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicConfigureSkcINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicConfigureIpeLumaINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicConfigureIpeLumaChromaINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicGetMotionVectorMaskINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicConvertToMcePayloadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicSetIntraLumaShapePenaltyINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicSetIntraLumaModeCostFunctionINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicSetIntraChromaModeCostFunctionINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicSetBilinearFilterEnableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicSetSkcForwardTransformEnableINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicSetBlockBasedRawSkipSadINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicEvaluateIpeINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    SubgroupAvcSicEvaluateWithSingleReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicEvaluateWithDualReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicEvaluateWithMultiReferenceINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupAvcSicConvertToMceResultINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetIpeLumaShapeINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetBestIpeLumaDistortionINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetBestIpeChromaDistortionINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetPackedIpeLumaModesINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetIpeChromaModeINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    SubgroupAvcSicGetInterRawSadsINTEL
        [SubgroupAvcMotionEstimationINTEL] []
        [One IdResultType, One IdResult, One IdRef];
    VariableLengthArrayINTEL [VariableLengthArrayINTEL] [] [One IdResultType, One IdResult, One IdRef];
    SaveMemoryINTEL [VariableLengthArrayINTEL] [] [One IdResultType, One IdResult];
    RestoreMemoryINTEL [VariableLengthArrayINTEL] [] [One IdRef];
    ArbitraryFloatSinCosPiALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCastALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCastFromIntALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCastToIntALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatAddALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatSubALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatMulALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatDivALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatGTALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger];
    ArbitraryFloatGEALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger];
    ArbitraryFloatLTALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger];
    ArbitraryFloatLEALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger];
    ArbitraryFloatEQALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger];
    ArbitraryFloatRecipALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatRSqrtALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCbrtALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatHypotALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatSqrtALTERA
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatLogINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatLog2INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatLog10INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatLog1pINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatExpINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatExp2INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatExp10INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatExpm1INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatSinINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCosINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatSinCosINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatSinPiINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatCosPiINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatASinINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatASinPiINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatACosINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatACosPiINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatATanINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatATanPiINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatATan2INTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatPowINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatPowRINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    ArbitraryFloatPowNINTEL
        [ArbitraryPrecisionFloatingPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    LoopControlINTEL
        [UnstructuredLoopControlsINTEL] ["SPV_INTEL_unstructured_loop_controls"]
        [ZeroOrMore LiteralInteger];
    AliasDomainDeclINTEL
        [MemoryAccessAliasingINTEL] ["SPV_INTEL_memory_access_aliasing"]
        [One IdResult, ZeroOrOne IdRef];
    AliasScopeDeclINTEL
        [MemoryAccessAliasingINTEL] ["SPV_INTEL_memory_access_aliasing"]
        [One IdResult, One IdRef, ZeroOrOne IdRef];
    AliasScopeListDeclINTEL
        [MemoryAccessAliasingINTEL] ["SPV_INTEL_memory_access_aliasing"]
        [One IdResult, ZeroOrMore IdRef];
    FixedSqrtALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedRecipALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedRsqrtALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedSinALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedCosALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedSinCosALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedSinPiALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedCosPiALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedSinCosPiALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedLogALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    FixedExpALTERA
        [ArbitraryPrecisionFixedPointALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    PtrCastToCrossWorkgroupALTERA [USMStorageClassesALTERA] [] [One IdResultType, One IdResult, One IdRef];
    CrossWorkgroupCastToPtrALTERA [USMStorageClassesALTERA] [] [One IdResultType, One IdResult, One IdRef];
    ReadPipeBlockingALTERA [BlockingPipesALTERA] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    WritePipeBlockingALTERA [BlockingPipesALTERA] [] [One IdResultType, One IdResult, One IdRef, One IdRef];
    FPGARegALTERA [FPGARegALTERA] [] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetRayTMinKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetRayFlagsKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetIntersectionTKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionInstanceCustomIndexKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionInstanceIdKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionGeometryIndexKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionPrimitiveIndexKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionBarycentricsKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionFrontFaceKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionCandidateAABBOpaqueKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef];
    RayQueryGetIntersectionObjectRayDirectionKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionObjectRayOriginKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetWorldRayDirectionKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetWorldRayOriginKHR [RayQueryKHR] ["SPV_KHR_ray_query"] [One IdResultType, One IdResult, One IdRef];
    RayQueryGetIntersectionObjectToWorldKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    RayQueryGetIntersectionWorldToObjectKHR
        [RayQueryKHR] ["SPV_KHR_ray_query"]
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    AtomicFAddEXT
        [AtomicFloat16AddEXT AtomicFloat32AddEXT AtomicFloat64AddEXT AtomicFloat16VectorNV] ["SPV_EXT_shader_atomic_float_add"]
        [One IdResultType, One IdResult, One IdRef, One IdScope, One IdMemorySemantics, One IdRef];
    TypeBufferSurfaceINTEL [VectorComputeINTEL] [] [One IdResult, One AccessQualifier];
    TypeStructContinuedINTEL [LongCompositesINTEL] [] [ZeroOrMore IdRef];
    ConstantCompositeContinuedINTEL [LongCompositesINTEL] [] [ZeroOrMore IdRef];
    SpecConstantCompositeContinuedINTEL [LongCompositesINTEL] [] [ZeroOrMore IdRef];
    CompositeConstructContinuedINTEL [LongCompositesINTEL] [] [One IdResultType, One IdResult, ZeroOrMore IdRef];
    ConvertFToBF16INTEL [BFloat16ConversionINTEL] [] [One IdResultType, One IdResult, One IdRef];
    ConvertBF16ToFINTEL [BFloat16ConversionINTEL] [] [One IdResultType, One IdResult, One IdRef];
    ControlBarrierArriveINTEL [SplitBarrierINTEL] [] [One IdScope, One IdScope, One IdMemorySemantics];
    ControlBarrierWaitINTEL [SplitBarrierINTEL] [] [One IdScope, One IdScope, One IdMemorySemantics];
    ArithmeticFenceEXT [ArithmeticFenceEXT] [] [One IdResultType, One IdResult, One IdRef];
    TaskSequenceCreateALTERA
        [TaskSequenceALTERA] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    TaskSequenceAsyncALTERA [TaskSequenceALTERA] [] [One IdRef, ZeroOrMore IdRef];
    TaskSequenceGetALTERA [TaskSequenceALTERA] [] [One IdResultType, One IdResult, One IdRef];
    TaskSequenceReleaseALTERA [TaskSequenceALTERA] [] [One IdRef];
    TypeTaskSequenceALTERA [TaskSequenceALTERA] [] [One IdResult];
    SubgroupBlockPrefetchINTEL [SubgroupBufferPrefetchINTEL] [] [One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    Subgroup2DBlockLoadINTEL
        [Subgroup2DBlockIOINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    Subgroup2DBlockLoadTransformINTEL
        [Subgroup2DBlockTransformINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    Subgroup2DBlockLoadTransposeINTEL
        [Subgroup2DBlockTransposeINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    Subgroup2DBlockPrefetchINTEL
        [Subgroup2DBlockIOINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    Subgroup2DBlockStoreINTEL
        [Subgroup2DBlockIOINTEL] []
        [One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef, One IdRef];
    SubgroupMatrixMultiplyAccumulateINTEL
        [SubgroupMatrixMultiplyAccumulateINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef, ZeroOrOne MatrixMultiplyAccumulateOperands];
    BitwiseFunctionINTEL
        [TernaryBitwiseFunctionINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, One IdRef];
    UntypedVariableLengthArrayINTEL
        [UntypedVariableLengthArrayINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef];
    ConditionalExtensionINTEL [SpecConditionalINTEL] [] [One IdRef, One LiteralString];
    ConditionalEntryPointINTEL
        [SpecConditionalINTEL] []
        [One IdRef, One ExecutionModel, One IdRef, One LiteralString, ZeroOrMore IdRef];
    ConditionalCapabilityINTEL [SpecConditionalINTEL] [] [One IdRef, One Capability];
    SpecConstantTargetINTEL
        [FunctionVariantsINTEL] []
        [One IdResultType, One IdResult, One LiteralInteger, ZeroOrMore LiteralInteger];
    SpecConstantArchitectureINTEL
        [FunctionVariantsINTEL] []
        [One IdResultType, One IdResult, One LiteralInteger, One LiteralInteger, One LiteralInteger, One LiteralInteger];
    SpecConstantCapabilitiesINTEL [FunctionVariantsINTEL] [] [One IdResultType, One IdResult, ZeroOrMore Capability];
    ConditionalCopyObjectINTEL [SpecConditionalINTEL] [] [One IdResultType, One IdResult, ZeroOrMore IdRef];
    PredicatedLoadINTEL
        [PredicatedIOINTEL] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    PredicatedStoreINTEL [PredicatedIOINTEL] [] [One IdRef, One IdRef, One IdRef, ZeroOrOne MemoryAccess];
    GroupIMulKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupFMulKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupBitwiseAndKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupBitwiseOrKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupBitwiseXorKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupLogicalAndKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupLogicalOrKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    GroupLogicalXorKHR
        [GroupUniformArithmeticKHR] []
        [One IdResultType, One IdResult, One IdScope, One GroupOperation, One IdRef];
    RoundFToTF32INTEL [TensorFloat32RoundingINTEL] [] [One IdResultType, One IdResult, One IdRef];
    MaskedGatherINTEL
        [MaskedGatherScatterINTEL] []
        [One IdResultType, One IdResult, One IdRef, One LiteralInteger, One IdRef, One IdRef];
    MaskedScatterINTEL [MaskedGatherScatterINTEL] [] [One IdRef, One IdRef, One LiteralInteger, One IdRef];
    ConvertHandleToImageINTEL [BindlessImagesINTEL] [] [One IdResultType, One IdResult, One IdRef];
    ConvertHandleToSamplerINTEL [BindlessImagesINTEL] [] [One IdResultType, One IdResult, One IdRef];
    ConvertHandleToSampledImageINTEL [BindlessImagesINTEL] [] [One IdResultType, One IdResult, One IdRef];
    FDot2MixAcc32VALVE
        [DotProductFloat16AccFloat32VALVE DotProductBFloat16AccVALVE] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    FDot2MixAcc16VALVE
        [DotProductFloat16AccFloat16VALVE DotProductBFloat16AccVALVE] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
    FDot4MixAcc32VALVE
        [DotProductFloat8AccFloat32VALVE] []
        [One IdResultType, One IdResult, One IdRef, One IdRef, One IdRef];
}
