; ModuleID = 'fill.cl'
source_filename = "fill.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@__const.run.other = private unnamed_addr addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

; Function Attrs: convergent nofree norecurse nounwind memory(argmem: write)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca [16 x i32], align 4
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %2) #5
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(64) %2, i8 0, i64 64, i1 false)
  %4 = trunc i64 %3 to i32
  %5 = add i32 %4, 1
  %6 = mul i64 %3, 3
  br label %7

7:                                                ; preds = %1, %7
  %8 = phi i32 [ 0, %1 ], [ %16, %7 ]
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds [4 x i32], ptr addrspace(2) @__const.run.other, i64 0, i64 %9
  %11 = load i32, ptr addrspace(2) %10, align 4, !tbaa !9
  %12 = mul nsw i32 %11, %5
  %13 = add i64 %6, %9
  %14 = and i64 %13, 15
  %15 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %14
  store i32 %12, ptr %15, align 4, !tbaa !9
  %16 = add nuw nsw i32 %8, 1
  %17 = icmp ult i32 %8, 3
  br i1 %17, label %7, label %27, !llvm.loop !13

18:                                               ; preds = %27
  %19 = shl i64 %3, 1
  %20 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %19
  store i32 %35, ptr addrspace(1) %20, align 4, !tbaa !9
  %21 = add i64 %3, 3
  %22 = and i64 %21, 15
  %23 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %22
  %24 = load i32, ptr %23, align 4, !tbaa !9
  %25 = or disjoint i64 %19, 1
  %26 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %25
  store i32 %24, ptr addrspace(1) %26, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %2) #5
  ret void

27:                                               ; preds = %7, %27
  %28 = phi i32 [ %36, %27 ], [ 0, %7 ]
  %29 = phi i32 [ %35, %27 ], [ 0, %7 ]
  %30 = shl nsw i32 %29, 1
  %31 = zext nneg i32 %28 to i64
  %32 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %31
  %33 = load i32, ptr %32, align 4, !tbaa !9
  %34 = srem i32 %33, 2
  %35 = add nsw i32 %34, %30
  %36 = add nuw nsw i32 %28, 1
  %37 = icmp ult i32 %28, 15
  br i1 %37, label %27, label %18, !llvm.loop !15
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
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !14}
