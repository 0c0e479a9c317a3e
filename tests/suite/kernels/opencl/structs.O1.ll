; ModuleID = 'structs.cl'
source_filename = "structs.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.entry = type { i32, [2 x float] }

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define dso_local spir_func float @total(ptr addrspace(4) nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = getelementptr inbounds i8, ptr addrspace(4) %0, i64 4
  br label %8

6:                                                ; preds = %8, %2
  %7 = phi float [ 0.000000e+00, %2 ], [ %15, %8 ]
  ret float %7

8:                                                ; preds = %4, %8
  %9 = phi i32 [ 0, %4 ], [ %16, %8 ]
  %10 = phi float [ 0.000000e+00, %4 ], [ %15, %8 ]
  %11 = and i32 %9, 1
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds [2 x float], ptr addrspace(4) %5, i64 0, i64 %12
  %14 = load float, ptr addrspace(4) %13, align 4, !tbaa !4
  %15 = fadd float %10, %14
  %16 = add nuw nsw i32 %9, 1
  %17 = icmp slt i32 %16, %1
  br i1 %17, label %8, label %6, !llvm.loop !8
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent nofree norecurse nounwind memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #2 !kernel_arg_addr_space !10 !kernel_arg_access_qual !11 !kernel_arg_type !12 !kernel_arg_base_type !12 !kernel_arg_type_qual !13 !reqd_work_group_size !14 {
  %3 = alloca %struct.entry, align 4
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %3) #6
  %5 = getelementptr inbounds %struct.entry, ptr addrspace(1) %0, i64 %4
  call void @llvm.memcpy.p0.p1.i64(ptr noundef nonnull align 4 dereferenceable(12) %3, ptr addrspace(1) noundef align 4 dereferenceable(12) %5, i64 12, i1 false), !tbaa.struct !15
  %6 = load i32, ptr %3, align 4, !tbaa !19
  %7 = sitofp i32 %6 to float
  %8 = getelementptr inbounds i8, ptr %3, i64 8
  %9 = load float, ptr %8, align 4, !tbaa !4
  %10 = fadd float %9, %7
  store float %10, ptr %8, align 4, !tbaa !4
  %11 = icmp sgt i32 %6, 0
  br i1 %11, label %12, label %25

12:                                               ; preds = %2
  %13 = addrspacecast ptr %3 to ptr addrspace(4)
  %14 = getelementptr inbounds i8, ptr addrspace(4) %13, i64 4
  br label %15

15:                                               ; preds = %15, %12
  %16 = phi i32 [ 0, %12 ], [ %23, %15 ]
  %17 = phi float [ 0.000000e+00, %12 ], [ %22, %15 ]
  %18 = and i32 %16, 1
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [2 x float], ptr addrspace(4) %14, i64 0, i64 %19
  %21 = load float, ptr addrspace(4) %20, align 4, !tbaa !4
  %22 = fadd float %17, %21
  %23 = add nuw nsw i32 %16, 1
  %24 = icmp slt i32 %23, %6
  br i1 %24, label %15, label %25, !llvm.loop !8

25:                                               ; preds = %15, %2
  %26 = phi float [ 0.000000e+00, %2 ], [ %22, %15 ]
  %27 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %4
  store float %26, ptr addrspace(1) %27, align 4, !tbaa !4
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %3) #6
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p1.i64(ptr noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #4

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nofree norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #3 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { convergent nounwind willreturn memory(none) }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{!5, !5, i64 0}
!5 = !{!"float", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = distinct !{!8, !9}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = !{i32 1, i32 1}
!11 = !{!"none", !"none"}
!12 = !{!"entry*", !"float*"}
!13 = !{!"const", !""}
!14 = !{i32 4, i32 1, i32 1}
!15 = !{i64 0, i64 4, !16, i64 4, i64 8, !18}
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !6, i64 0}
!18 = !{!6, !6, i64 0}
!19 = !{!20, !17, i64 0}
!20 = !{!"", !17, i64 0, !6, i64 4}
