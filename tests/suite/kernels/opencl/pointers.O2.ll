; ModuleID = 'pointers.cl'
source_filename = "pointers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent nofree norecurse nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef readonly align 4 %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %5 = trunc i64 %4 to i32
  %6 = sub nsw i32 4, %5
  %7 = icmp slt i32 %5, 4
  br i1 %7, label %8, label %13

8:                                                ; preds = %3
  %9 = and i64 %4, 1
  %10 = icmp eq i64 %9, 0
  %11 = select i1 %10, ptr addrspace(1) %1, ptr addrspace(1) %0
  %12 = getelementptr inbounds i32, ptr addrspace(1) %11, i64 %4
  br label %19

13:                                               ; preds = %19, %3
  %14 = phi i32 [ 0, %3 ], [ %25, %19 ]
  %15 = shl i64 %4, 1
  %16 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %15
  store i32 %14, ptr addrspace(1) %16, align 4, !tbaa !9
  %17 = or disjoint i64 %15, 1
  %18 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %17
  store i32 %6, ptr addrspace(1) %18, align 4, !tbaa !9
  ret void

19:                                               ; preds = %8, %19
  %20 = phi i32 [ %26, %19 ], [ 0, %8 ]
  %21 = phi ptr addrspace(1) [ %23, %19 ], [ %12, %8 ]
  %22 = phi i32 [ %25, %19 ], [ 0, %8 ]
  %23 = getelementptr inbounds i8, ptr addrspace(1) %21, i64 4
  %24 = load i32, ptr addrspace(1) %21, align 4, !tbaa !9
  %25 = add nsw i32 %24, %22
  %26 = add nuw nsw i32 %20, 1
  %27 = icmp slt i32 %26, %6
  br i1 %27, label %19, label %13
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

attributes #0 = { convergent nofree norecurse nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"int*", !"int*", !"int*"}
!7 = !{!"", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
