; ModuleID = 'control.cl'
source_filename = "control.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent nofree norecurse nounwind memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %3
  %5 = load i32, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = icmp eq i32 %5, 1
  br i1 %6, label %20, label %7

7:                                                ; preds = %2, %7
  %8 = phi i32 [ %15, %7 ], [ %5, %2 ]
  %9 = phi i32 [ %16, %7 ], [ 0, %2 ]
  %10 = and i32 %8, 1
  %11 = icmp eq i32 %10, 0
  %12 = mul nsw i32 %8, 3
  %13 = add nsw i32 %12, 1
  %14 = ashr exact i32 %8, 1
  %15 = select i1 %11, i32 %14, i32 %13
  %16 = add nuw nsw i32 %9, 1
  %17 = icmp ult i32 %9, 100
  %18 = icmp ne i32 %15, 1
  %19 = select i1 %17, i1 %18, i1 false
  br i1 %19, label %7, label %20, !llvm.loop !13

20:                                               ; preds = %7, %2
  %21 = phi i32 [ 0, %2 ], [ %16, %7 ]
  %22 = and i32 %21, 7
  switch i32 %22, label %25 [
    i32 0, label %27
    i32 1, label %23
    i32 2, label %23
    i32 5, label %24
    i32 6, label %24
  ]

23:                                               ; preds = %20, %20
  br label %27

24:                                               ; preds = %20, %20
  br label %27

25:                                               ; preds = %20
  %26 = sub nsw i32 0, %21
  br label %27

27:                                               ; preds = %20, %25, %24, %23
  %28 = phi i32 [ %26, %25 ], [ 60, %24 ], [ 20, %23 ], [ 10, %20 ]
  %29 = shl i64 %3, 1
  %30 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %29
  store i32 %21, ptr addrspace(1) %30, align 4, !tbaa !9
  %31 = or disjoint i64 %29, 1
  %32 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %31
  store i32 %28, ptr addrspace(1) %32, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

attributes #0 = { convergent nofree norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
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
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"int*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 8, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
