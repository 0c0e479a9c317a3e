; ModuleID = 'classes.cl'
source_filename = "classes.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared = internal addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) local_unnamed_addr #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !reqd_work_group_size !12 {
  %2 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  %3 = trunc i64 %2 to i32
  %4 = and i32 %3, 3
  %5 = add nuw nsw i32 %4, 9
  %6 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.shared, i64 %2
  store i32 %5, ptr addrspace(3) %6, align 4, !tbaa !4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %2
  store i32 %5, ptr addrspace(1) %7, align 4, !tbaa !4
  tail call spir_func void @_Z7barrierj(i32 noundef 3) #5
  %8 = and i64 %2, 1
  %9 = icmp eq i64 %8, 0
  %10 = addrspacecast ptr addrspace(3) %6 to ptr addrspace(4)
  %11 = addrspacecast ptr addrspace(1) %7 to ptr addrspace(4)
  %12 = select i1 %9, ptr addrspace(4) %11, ptr addrspace(4) %10
  %13 = tail call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %12) #6
  %14 = tail call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %12) #6
  %15 = tail call spir_func ptr @__to_private(ptr addrspace(4) %12) #6
  %16 = icmp eq ptr addrspace(1) %13, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %16, label %19, label %17

17:                                               ; preds = %1
  %18 = load i32, ptr addrspace(1) %13, align 4, !tbaa !4
  br label %21

19:                                               ; preds = %1
  %20 = load i32, ptr addrspace(3) %14, align 4, !tbaa !4
  br label %21

21:                                               ; preds = %17, %19
  %22 = phi i32 [ 0, %19 ], [ 256, %17 ]
  %23 = phi i32 [ %20, %19 ], [ %18, %17 ]
  %24 = icmp eq ptr addrspace(3) %14, addrspacecast (ptr addrspace(4) null to ptr addrspace(3))
  %25 = select i1 %24, i32 0, i32 512
  %26 = or disjoint i32 %25, %22
  %27 = icmp eq ptr %15, addrspacecast (ptr addrspace(4) null to ptr)
  %28 = select i1 %27, i32 0, i32 1024
  %29 = or disjoint i32 %26, %28
  %30 = add i32 %29, %23
  store i32 %30, ptr addrspace(1) %7, align 4, !tbaa !4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %0) local_unnamed_addr #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !reqd_work_group_size !12 {
  %2 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  %3 = trunc i64 %2 to i32
  %4 = and i32 %3, 3
  %5 = add nuw nsw i32 %4, 9
  %6 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.shared, i64 %2
  store i32 %5, ptr addrspace(3) %6, align 4, !tbaa !4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %2
  store i32 %5, ptr addrspace(1) %7, align 4, !tbaa !4
  tail call spir_func void @_Z7barrierj(i32 noundef 3) #5
  %8 = and i64 %2, 1
  %9 = icmp eq i64 %8, 0
  %10 = addrspacecast ptr addrspace(3) %6 to ptr addrspace(4)
  %11 = addrspacecast ptr addrspace(1) %7 to ptr addrspace(4)
  %12 = select i1 %9, ptr addrspace(4) %11, ptr addrspace(4) %10
  %13 = tail call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %12) #6
  %14 = tail call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %12) #6
  %15 = tail call spir_func ptr @__to_private(ptr addrspace(4) %12) #6
  %16 = icmp eq ptr addrspace(1) %13, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %16, label %19, label %17

17:                                               ; preds = %1
  %18 = load i32, ptr addrspace(1) %13, align 4, !tbaa !4
  br label %21

19:                                               ; preds = %1
  %20 = load i32, ptr addrspace(3) %14, align 4, !tbaa !4
  br label %21

21:                                               ; preds = %19, %17
  %22 = phi i32 [ 0, %19 ], [ 256, %17 ]
  %23 = phi i32 [ %20, %19 ], [ %18, %17 ]
  %24 = icmp eq ptr addrspace(3) %14, addrspacecast (ptr addrspace(4) null to ptr addrspace(3))
  %25 = select i1 %24, i32 0, i32 512
  %26 = or disjoint i32 %25, %22
  %27 = icmp eq ptr %15, addrspacecast (ptr addrspace(4) null to ptr)
  %28 = select i1 %27, i32 0, i32 1024
  %29 = or disjoint i32 %26, %28
  %30 = add i32 %29, %23
  store i32 %30, ptr addrspace(1) %7, align 4, !tbaa !4
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) local_unnamed_addr #3

declare dso_local spir_func ptr addrspace(1) @__to_global(ptr addrspace(4)) local_unnamed_addr

declare dso_local spir_func ptr addrspace(3) @__to_local(ptr addrspace(4)) local_unnamed_addr

declare dso_local spir_func ptr @__to_private(ptr addrspace(4)) local_unnamed_addr

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }
attributes #6 = { nounwind }

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
!8 = !{i32 1}
!9 = !{!"none"}
!10 = !{!"uint*"}
!11 = !{!""}
!12 = !{i32 8, i32 1, i32 1}
