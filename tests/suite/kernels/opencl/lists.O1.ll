; ModuleID = 'lists.cl'
source_filename = "lists.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.Node = type { i32, ptr addrspace(1) }

@run.squares = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 8 %0, ptr addrspace(1) noundef writeonly align 4 captures(none) %1) local_unnamed_addr #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !11 !kernel_arg_type_qual !12 !reqd_work_group_size !13 {
  %3 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  %4 = mul i64 %3, %3
  %5 = trunc i64 %4 to i32
  %6 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.squares, i64 %3
  store i32 %5, ptr addrspace(3) %6, align 4, !tbaa !4
  %7 = trunc i64 %3 to i32
  %8 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %0, i64 %3
  store i32 %7, ptr addrspace(1) %8, align 8, !tbaa !14
  %9 = add i64 %3, 1
  %10 = tail call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #4
  %11 = icmp ult i64 %9, %10
  %12 = getelementptr inbounds nuw i8, ptr addrspace(1) %8, i64 16
  %13 = select i1 %11, ptr addrspace(1) %12, ptr addrspace(1) addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  %14 = getelementptr inbounds nuw i8, ptr addrspace(1) %8, i64 8
  store ptr addrspace(1) %13, ptr addrspace(1) %14, align 8, !tbaa !18
  tail call spir_func void @_Z7barrierj(i32 noundef 3) #5
  %15 = icmp eq ptr addrspace(1) %8, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %15, label %27, label %16

16:                                               ; preds = %2, %16
  %17 = phi i32 [ %23, %16 ], [ 0, %2 ]
  %18 = phi ptr addrspace(1) [ %25, %16 ], [ %8, %2 ]
  %19 = load i32, ptr addrspace(1) %18, align 8, !tbaa !14
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.squares, i64 %20
  %22 = load i32, ptr addrspace(3) %21, align 4, !tbaa !4
  %23 = add i32 %22, %17
  %24 = getelementptr inbounds nuw i8, ptr addrspace(1) %18, i64 8
  %25 = load ptr addrspace(1), ptr addrspace(1) %24, align 8, !tbaa !18
  %26 = icmp eq ptr addrspace(1) %25, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %26, label %27, label %16, !llvm.loop !19

27:                                               ; preds = %16, %2
  %28 = phi i32 [ 0, %2 ], [ %23, %16 ]
  %29 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %3
  store i32 %28, ptr addrspace(1) %29, align 4, !tbaa !4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 8 %0, ptr addrspace(1) noundef writeonly align 4 captures(none) %1) local_unnamed_addr #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !11 !kernel_arg_type_qual !12 !reqd_work_group_size !13 {
  %3 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  %4 = mul i64 %3, %3
  %5 = trunc i64 %4 to i32
  %6 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.squares, i64 %3
  store i32 %5, ptr addrspace(3) %6, align 4, !tbaa !4
  %7 = trunc i64 %3 to i32
  %8 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %0, i64 %3
  store i32 %7, ptr addrspace(1) %8, align 8, !tbaa !14
  %9 = add i64 %3, 1
  %10 = tail call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #4
  %11 = icmp ult i64 %9, %10
  %12 = getelementptr inbounds nuw i8, ptr addrspace(1) %8, i64 16
  %13 = select i1 %11, ptr addrspace(1) %12, ptr addrspace(1) addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  %14 = getelementptr inbounds nuw i8, ptr addrspace(1) %8, i64 8
  store ptr addrspace(1) %13, ptr addrspace(1) %14, align 8, !tbaa !18
  tail call spir_func void @_Z7barrierj(i32 noundef 3) #5
  %15 = icmp eq ptr addrspace(1) %8, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %15, label %27, label %16

16:                                               ; preds = %2, %16
  %17 = phi i32 [ %23, %16 ], [ 0, %2 ]
  %18 = phi ptr addrspace(1) [ %25, %16 ], [ %8, %2 ]
  %19 = load i32, ptr addrspace(1) %18, align 8, !tbaa !14
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.squares, i64 %20
  %22 = load i32, ptr addrspace(3) %21, align 4, !tbaa !4
  %23 = add i32 %22, %17
  %24 = getelementptr inbounds nuw i8, ptr addrspace(1) %18, i64 8
  %25 = load ptr addrspace(1), ptr addrspace(1) %24, align 8, !tbaa !18
  %26 = icmp eq ptr addrspace(1) %25, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %26, label %27, label %16, !llvm.loop !19

27:                                               ; preds = %16, %2
  %28 = phi i32 [ 0, %2 ], [ %23, %16 ]
  %29 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %3
  store i32 %28, ptr addrspace(1) %29, align 4, !tbaa !4
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) local_unnamed_addr #3

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}
!llvm.errno.tbaa = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{i32 1, i32 1}
!9 = !{!"none", !"none"}
!10 = !{!"Node*", !"uint*"}
!11 = !{!"struct Node*", !"uint*"}
!12 = !{!"", !""}
!13 = !{i32 8, i32 1, i32 1}
!14 = !{!15, !5, i64 0}
!15 = !{!"Node", !5, i64 0, !16, i64 8}
!16 = !{!"p1 _ZTS4Node", !17, i64 0}
!17 = !{!"any pointer", !6, i64 0}
!18 = !{!15, !16, i64 8}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.unroll.disable"}
