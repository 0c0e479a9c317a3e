; ModuleID = 'reduce.cl'
source_filename = "reduce.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared_values = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  %5 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4, !tbaa !9
  %7 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %3
  store i32 %6, ptr addrspace(3) %7, align 4, !tbaa !9
  tail call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %8 = icmp ult i64 %3, 4
  br i1 %8, label %9, label %15

9:                                                ; preds = %2
  %10 = or disjoint i64 %3, 4
  %11 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %10
  %12 = load i32, ptr addrspace(3) %11, align 4, !tbaa !9
  %13 = load i32, ptr addrspace(3) %7, align 4, !tbaa !9
  %14 = add nsw i32 %13, %12
  store i32 %14, ptr addrspace(3) %7, align 4, !tbaa !9
  br label %15

15:                                               ; preds = %9, %2
  tail call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %16 = icmp ult i64 %3, 2
  br i1 %16, label %17, label %23

17:                                               ; preds = %15
  %18 = or disjoint i64 %3, 2
  %19 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %18
  %20 = load i32, ptr addrspace(3) %19, align 4, !tbaa !9
  %21 = load i32, ptr addrspace(3) %7, align 4, !tbaa !9
  %22 = add nsw i32 %21, %20
  store i32 %22, ptr addrspace(3) %7, align 4, !tbaa !9
  br label %23

23:                                               ; preds = %17, %15
  tail call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %24 = icmp eq i64 %3, 0
  br i1 %24, label %25, label %29

25:                                               ; preds = %23
  %26 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @run.shared_values, i64 4), align 4, !tbaa !9
  %27 = load i32, ptr addrspace(3) %7, align 4, !tbaa !9
  %28 = add nsw i32 %27, %26
  store i32 %28, ptr addrspace(3) %7, align 4, !tbaa !9
  br label %29

29:                                               ; preds = %25, %23
  tail call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %30 = icmp eq i64 %3, 0
  br i1 %30, label %31, label %35

31:                                               ; preds = %29
  %32 = load i32, ptr addrspace(3) @run.shared_values, align 4, !tbaa !9
  %33 = tail call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #3
  %34 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %33
  store i32 %32, ptr addrspace(1) %34, align 4, !tbaa !9
  br label %35

35:                                               ; preds = %31, %29
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) local_unnamed_addr #1

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind willreturn memory(none) }
attributes #4 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"int*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 8, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
