; ModuleID = 'spaces.cl'
source_filename = "spaces.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared = internal addrspace(3) global [4 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca ptr addrspace(1), align 8
  %3 = alloca [4 x i32], align 4
  store ptr addrspace(1) %0, ptr %2, align 8
  %4 = load ptr addrspace(1), ptr %2, align 8
  %5 = getelementptr inbounds i32, ptr addrspace(1) %4, i64 1
  %6 = addrspacecast ptr addrspace(1) %5 to ptr addrspace(4)
  %7 = call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef %6) #2
  %8 = load ptr addrspace(1), ptr %2, align 8
  %9 = getelementptr inbounds i32, ptr addrspace(1) %8, i64 0
  store i32 %7, ptr addrspace(1) %9, align 4
  %10 = call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef addrspacecast (ptr addrspace(3) getelementptr inbounds (i32, ptr addrspace(3) @run.shared, i64 2) to ptr addrspace(4))) #2
  %11 = load ptr addrspace(1), ptr %2, align 8
  %12 = getelementptr inbounds i32, ptr addrspace(1) %11, i64 1
  store i32 %10, ptr addrspace(1) %12, align 4
  %13 = getelementptr inbounds [4 x i32], ptr %3, i64 0, i64 0
  %14 = getelementptr inbounds i32, ptr %13, i64 3
  %15 = addrspacecast ptr %14 to ptr addrspace(4)
  %16 = call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef %15) #2
  %17 = load ptr addrspace(1), ptr %2, align 8
  %18 = getelementptr inbounds i32, ptr addrspace(1) %17, i64 2
  store i32 %16, ptr addrspace(1) %18, align 4
  ret void
}

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef) #1

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"uint*"}
!7 = !{!""}
!8 = !{i32 1, i32 1, i32 1}
