; ModuleID = 'numbers.cl'
source_filename = "numbers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef readonly align 4 captures(none) %2) local_unnamed_addr #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !reqd_work_group_size !12 {
  %4 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  %5 = and i64 %4, 1
  %6 = icmp ne i64 %5, 0
  br i1 %6, label %10, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  %9 = load i32, ptr addrspace(1) %8, align 4, !tbaa !4
  br label %17

10:                                               ; preds = %3
  %11 = load i32, ptr addrspace(1) %2, align 4, !tbaa !4
  %12 = zext i32 %11 to i64
  %13 = shl i64 %4, 3
  %14 = add i64 %13, %12
  %15 = inttoptr i64 %14 to ptr addrspace(1)
  %16 = load i32, ptr addrspace(1) %15, align 4, !tbaa !4
  store i32 77, ptr addrspace(1) %15, align 4, !tbaa !4
  br label %17

17:                                               ; preds = %7, %10
  %18 = phi i32 [ %9, %7 ], [ %16, %10 ]
  %19 = shl i64 %4, 2
  %20 = and i64 %4, 3
  %21 = icmp eq i64 %20, 0
  %22 = select i1 %21, ptr addrspace(1) %0, ptr addrspace(1) %1
  %23 = ptrtoint ptr addrspace(1) %22 to i64
  %24 = sub i64 0, %23
  %25 = icmp ne i64 %19, %24
  %26 = and i1 %6, %25
  %27 = zext i1 %26 to i32
  %28 = add i32 %18, %27
  %29 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  store i32 %28, ptr addrspace(1) %29, align 4, !tbaa !4
  ret void
}

; Function Attrs: alwaysinline convergent mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef readonly align 4 captures(none) %2) local_unnamed_addr #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !reqd_work_group_size !12 {
  %4 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  %5 = and i64 %4, 1
  %6 = icmp ne i64 %5, 0
  br i1 %6, label %10, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  %9 = load i32, ptr addrspace(1) %8, align 4, !tbaa !4
  br label %17

10:                                               ; preds = %3
  %11 = load i32, ptr addrspace(1) %2, align 4, !tbaa !4
  %12 = zext i32 %11 to i64
  %13 = shl i64 %4, 3
  %14 = add i64 %13, %12
  %15 = inttoptr i64 %14 to ptr addrspace(1)
  %16 = load i32, ptr addrspace(1) %15, align 4, !tbaa !4
  store i32 77, ptr addrspace(1) %15, align 4, !tbaa !4
  br label %17

17:                                               ; preds = %7, %10
  %18 = phi i32 [ %16, %10 ], [ %9, %7 ]
  %19 = shl i64 %4, 2
  %20 = and i64 %4, 3
  %21 = icmp eq i64 %20, 0
  %22 = select i1 %21, ptr addrspace(1) %0, ptr addrspace(1) %1
  %23 = ptrtoint ptr addrspace(1) %22 to i64
  %24 = sub i64 0, %23
  %25 = icmp ne i64 %19, %24
  %26 = and i1 %6, %25
  %27 = zext i1 %26 to i32
  %28 = add i32 %18, %27
  %29 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  store i32 %28, ptr addrspace(1) %29, align 4, !tbaa !4
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #2

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind willreturn memory(none) }

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
!8 = !{i32 1, i32 1, i32 1}
!9 = !{!"none", !"none", !"none"}
!10 = !{!"uint*", !"uint*", !"uint*"}
!11 = !{!"", !"", !""}
!12 = !{i32 4, i32 1, i32 1}
