; ModuleID = 'fill.cl'
source_filename = "fill.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent nofree norecurse nounwind memory(argmem: write)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca [16 x i32], align 4
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %2) #5
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(64) %2, i8 0, i64 64, i1 false)
  %4 = trunc i64 %3 to i32
  %5 = add i32 %4, 1
  %6 = mul i64 %3, 3
  %7 = and i64 %6, 15
  %8 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %7
  store i32 %5, ptr %8, align 4, !tbaa !9
  %9 = shl nsw i32 %5, 1
  %10 = add i64 %6, 1
  %11 = and i64 %10, 15
  %12 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %11
  store i32 %9, ptr %12, align 4, !tbaa !9
  %13 = mul nsw i32 %5, 3
  %14 = add i64 %6, 2
  %15 = and i64 %14, 15
  %16 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %15
  store i32 %13, ptr %16, align 4, !tbaa !9
  %17 = shl nsw i32 %5, 2
  %18 = add i64 %6, 3
  %19 = and i64 %18, 15
  %20 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %19
  store i32 %17, ptr %20, align 4, !tbaa !9
  br label %30

21:                                               ; preds = %30
  %22 = shl i64 %3, 1
  %23 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %22
  store i32 %38, ptr addrspace(1) %23, align 4, !tbaa !9
  %24 = add i64 %3, 3
  %25 = and i64 %24, 15
  %26 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %25
  %27 = load i32, ptr %26, align 4, !tbaa !9
  %28 = or disjoint i64 %22, 1
  %29 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %28
  store i32 %27, ptr addrspace(1) %29, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %2) #5
  ret void

30:                                               ; preds = %1, %30
  %31 = phi i32 [ %39, %30 ], [ 0, %1 ]
  %32 = phi i32 [ %38, %30 ], [ 0, %1 ]
  %33 = shl nsw i32 %32, 1
  %34 = zext nneg i32 %31 to i64
  %35 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %34
  %36 = load i32, ptr %35, align 4, !tbaa !9
  %37 = srem i32 %36, 2
  %38 = add nsw i32 %37, %33
  %39 = add nuw nsw i32 %31, 1
  %40 = icmp ult i32 %31, 15
  br i1 %40, label %30, label %21
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { convergent nofree norecurse nounwind memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { nounwind }

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
!6 = !{!"int*"}
!7 = !{!""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
