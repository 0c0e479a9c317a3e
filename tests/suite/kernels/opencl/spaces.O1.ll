; ModuleID = 'spaces.cl'
source_filename = "spaces.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared = internal addrspace(3) global [4 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #3
  %3 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 4
  %4 = addrspacecast ptr addrspace(1) %3 to ptr addrspace(4)
  %5 = tail call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef %4) #4
  store i32 %5, ptr addrspace(1) %0, align 4, !tbaa !9
  %6 = tail call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef addrspacecast (ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @run.shared, i64 8) to ptr addrspace(4))) #4
  store i32 %6, ptr addrspace(1) %3, align 4, !tbaa !9
  %7 = getelementptr inbounds i8, ptr %2, i64 12
  %8 = addrspacecast ptr %7 to ptr addrspace(4)
  %9 = call spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef %8) #4
  %10 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 8
  store i32 %9, ptr addrspace(1) %10, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #3
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4j(ptr addrspace(4) noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nounwind }
attributes #4 = { convergent nounwind }

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
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
