; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: {file} = OpString "kernel.cl"
; //@ check: OpLine {file} 3 7
; //@ check: OpStore
; //@ check: OpLine {file} 4 1
; //@ check: OpReturn
; Locations are lines.
; Rows: 43
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) !dbg !5 {
  store i32 1, ptr addrspace(1) %out, align 4, !dbg !8
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 3, column: 7, scope: !5)
!9 = !DILocation(line: 4, column: 1, scope: !5)
