; ModuleID = 'async.cl'
source_filename = "async.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.own = internal addrspace(3) global [10 x i32] undef, align 4
@run.other = internal addrspace(3) global [10 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca target("spirv.Event"), align 8
  %5 = alloca [2 x target("spirv.Event")], align 8
  %6 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  %7 = tail call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #5
  %8 = mul i64 %7, 12
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %8
  %10 = tail call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) noundef @run.own, ptr addrspace(1) noundef %9, i64 noundef 10, target("spirv.Event") zeroinitializer) #6
  store target("spirv.Event") %10, ptr %4, align 8, !tbaa !9
  %11 = addrspacecast ptr %4 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 1, ptr addrspace(4) noundef %11) #6
  %12 = icmp ult i64 %6, 10
  br i1 %12, label %28, label %13

13:                                               ; preds = %28, %3
  call spir_func void @_Z7barrierj(i32 noundef 1) #6
  %14 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %8
  %15 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1jPU3AS3Kjm9ocl_event(ptr addrspace(1) noundef %14, ptr addrspace(3) noundef @run.other, i64 noundef 10, target("spirv.Event") zeroinitializer) #6
  store target("spirv.Event") %15, ptr %4, align 8, !tbaa !9
  %16 = mul i64 %7, 20
  %17 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %16
  %18 = call spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS1jPU3AS3Kjmm9ocl_event(ptr addrspace(1) noundef %17, ptr addrspace(3) noundef @run.own, i64 noundef 5, i64 noundef 4, target("spirv.Event") %15) #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #5
  %19 = load target("spirv.Event"), ptr %4, align 8, !tbaa !9
  store target("spirv.Event") %19, ptr %5, align 8, !tbaa !9
  %20 = getelementptr inbounds i8, ptr %5, i64 8
  store target("spirv.Event") %18, ptr %20, align 8, !tbaa !9
  %21 = addrspacecast ptr %5 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 2, ptr addrspace(4) noundef %21) #6
  %22 = trunc i64 %6 to i32
  %23 = shl i32 %22, 2
  %24 = shl i64 %6, 2
  %25 = add i64 %16, %24
  %26 = or disjoint i64 %25, 1
  %27 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %26
  store i32 %23, ptr addrspace(1) %27, align 4, !tbaa !13
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #5
  ret void

28:                                               ; preds = %3, %28
  %29 = phi i64 [ %35, %28 ], [ %6, %3 ]
  %30 = getelementptr inbounds [10 x i32], ptr addrspace(3) @run.own, i64 0, i64 %29
  %31 = load i32, ptr addrspace(3) %30, align 4, !tbaa !13
  %32 = mul i32 %31, 10
  %33 = sub nuw nsw i64 9, %29
  %34 = getelementptr inbounds [10 x i32], ptr addrspace(3) @run.other, i64 0, i64 %33
  store i32 %32, ptr addrspace(3) %34, align 4, !tbaa !13
  %35 = add nuw nsw i64 %29, 4
  %36 = icmp ult i64 %29, 6
  br i1 %36, label %28, label %13, !llvm.loop !15
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) noundef, ptr addrspace(1) noundef, i64 noundef, target("spirv.Event")) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1jPU3AS3Kjm9ocl_event(ptr addrspace(1) noundef, ptr addrspace(3) noundef, i64 noundef, target("spirv.Event")) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS1jPU3AS3Kjmm9ocl_event(ptr addrspace(1) noundef, ptr addrspace(3) noundef, i64 noundef, i64 noundef, target("spirv.Event")) local_unnamed_addr #3

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { nounwind }
attributes #6 = { convergent nounwind }

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
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"event_t", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !11, i64 0}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.unroll.disable"}
