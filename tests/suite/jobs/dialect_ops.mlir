// Ops of MLIR's SPIR-V dialect, in its text, one after the other; decorations of variables are attributes.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @source bind(0, 0) {non_writable} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  spirv.GlobalVariable @result bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  spirv.func @twice(%n: i32) -> i32 "DontInline" {
    %r = spirv.IAdd %n, %n : i32
    spirv.ReturnValue %r : i32
  }
  spirv.func @main() "None" {
    %m7 = spirv.Constant -7 : i32
    %i3 = spirv.Constant 3 : i32
    %i1 = spirv.Constant 1 : i32
    %i12 = spirv.Constant 12 : i32
    %i10 = spirv.Constant 10 : i32
    %one = spirv.Constant 1.0 : f32
    %nine = spirv.Constant 9.0 : f32
    %nan = spirv.Constant 0x7FC00000 : f32
    %zero = spirv.Constant 0 : i32
    %ab = spirv.Constant dense<[1, 2]> : vector<2xi32>
    %cd = spirv.Constant dense<[3, 4]> : vector<2xi32>
    %src = spirv.mlir.addressof @source : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %sp = spirv.AccessChain %src[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %x = spirv.Load "StorageBuffer" %sp : i32
    %f = spirv.ConvertSToF %x : i32 to f32
    %r0 = spirv.SRem %x, %i3 : i32
    %r1 = spirv.SDiv %x, %i3 : i32
    %r2 = spirv.ShiftRightArithmetic %x, %i1 : i32, i32
    %r3 = spirv.BitReverse %i1 : i32
    %r4 = spirv.BitwiseAnd %i12, %i10 : i32
    %vx = spirv.CompositeInsert %x, %cd[1 : i32] : i32 into vector<2xi32>
    %sh = spirv.VectorShuffle [3: i32, 0: i32] %ab, %vx : vector<2xi32>, vector<2xi32> -> vector<2xi32>
    %r5 = spirv.CompositeExtract %sh[0 : i32] : vector<2xi32>
    %ul = spirv.FUnordLessThan %f, %nan : f32
    %r6 = spirv.Select %ul, %i10, %i12 : i1, i32
    %ol = spirv.FOrdLessThan %f, %nan : f32
    %r7 = spirv.Select %ol, %i10, %i12 : i1, i32
    %sq = spirv.GL.Sqrt %nine : f32
    %r8 = spirv.ConvertFToS %sq : f32 to i32
    %r9 = spirv.Bitcast %f : f32 to i32
    %and = spirv.LogicalAnd %ul, %ol : i1
    %r10 = spirv.Select %and, %i10, %i12 : i1, i32
    %r11 = spirv.SNegate %x : i32
    %neg = spirv.SLessThan %x, %zero : i32
    %place = spirv.Variable init(%i3) : !spirv.ptr<i32, Function>
    spirv.mlir.selection {
      spirv.BranchConditional %neg [5, 3], ^then, ^after
    ^then:
      spirv.Store "Function" %place, %i12 : i32
      spirv.Branch ^after
    ^after:
      spirv.mlir.merge
    }
    %r12 = spirv.Load "Function" %place : i32
    %r13 = spirv.FunctionCall @twice(%x) : (i32) -> i32
    %to = spirv.mlir.addressof @result : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %at0 = spirv.Constant 0 : i32
    %p0 = spirv.AccessChain %to[%zero, %at0] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p0, %r0 : i32
    %at1 = spirv.Constant 1 : i32
    %p1 = spirv.AccessChain %to[%zero, %at1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p1, %r1 : i32
    %at2 = spirv.Constant 2 : i32
    %p2 = spirv.AccessChain %to[%zero, %at2] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p2, %r2 : i32
    %at3 = spirv.Constant 3 : i32
    %p3 = spirv.AccessChain %to[%zero, %at3] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p3, %r3 : i32
    %at4 = spirv.Constant 4 : i32
    %p4 = spirv.AccessChain %to[%zero, %at4] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p4, %r4 : i32
    %at5 = spirv.Constant 5 : i32
    %p5 = spirv.AccessChain %to[%zero, %at5] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p5, %r5 : i32
    %at6 = spirv.Constant 6 : i32
    %p6 = spirv.AccessChain %to[%zero, %at6] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p6, %r6 : i32
    %at7 = spirv.Constant 7 : i32
    %p7 = spirv.AccessChain %to[%zero, %at7] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p7, %r7 : i32
    %at8 = spirv.Constant 8 : i32
    %p8 = spirv.AccessChain %to[%zero, %at8] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p8, %r8 : i32
    %at9 = spirv.Constant 9 : i32
    %p9 = spirv.AccessChain %to[%zero, %at9] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p9, %r9 : i32
    %at10 = spirv.Constant 10 : i32
    %p10 = spirv.AccessChain %to[%zero, %at10] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p10, %r10 : i32
    %at11 = spirv.Constant 11 : i32
    %p11 = spirv.AccessChain %to[%zero, %at11] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p11, %r11 : i32
    %at12 = spirv.Constant 12 : i32
    %p12 = spirv.AccessChain %to[%zero, %at12] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p12, %r12 : i32
    %at13 = spirv.Constant 13 : i32
    %p13 = spirv.AccessChain %to[%zero, %at13] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %p13, %r13 : i32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
