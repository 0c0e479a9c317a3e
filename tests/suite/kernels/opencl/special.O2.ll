; ModuleID = 'special.cl'
source_filename = "special.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca float, align 4
  %5 = alloca i32, align 4
  %6 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  %7 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %6
  %8 = load float, ptr addrspace(1) %7, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %4) #5
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5) #5
  %9 = addrspacecast ptr %4 to ptr addrspace(4)
  %10 = call spir_func float @_Z5fractfPU3AS4f(float noundef %8, ptr addrspace(4) noundef %9) #6
  %11 = mul i64 %6, 12
  %12 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %11
  store float %10, ptr addrspace(1) %12, align 4, !tbaa !9
  %13 = load float, ptr %4, align 4, !tbaa !9
  %14 = or disjoint i64 %11, 1
  %15 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %14
  store float %13, ptr addrspace(1) %15, align 4, !tbaa !9
  %16 = call spir_func float @_Z6sincosfPU3AS4f(float noundef %8, ptr addrspace(4) noundef %9) #6
  %17 = or disjoint i64 %11, 2
  %18 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %17
  store float %16, ptr addrspace(1) %18, align 4, !tbaa !9
  %19 = load float, ptr %4, align 4, !tbaa !9
  %20 = or disjoint i64 %11, 3
  %21 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %20
  store float %19, ptr addrspace(1) %21, align 4, !tbaa !9
  %22 = addrspacecast ptr %5 to ptr addrspace(4)
  %23 = call spir_func float @_Z6remquoffPU3AS4i(float noundef %8, float noundef 7.500000e-01, ptr addrspace(4) noundef %22) #6
  %24 = getelementptr i8, ptr addrspace(1) %12, i64 16
  store float %23, ptr addrspace(1) %24, align 4, !tbaa !9
  %25 = load i32, ptr %5, align 4, !tbaa !13
  %26 = shl i64 %6, 1
  %27 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %26
  store i32 %25, ptr addrspace(1) %27, align 4, !tbaa !13
  %28 = call spir_func float @_Z4pownfi(float noundef %8, i32 noundef 3) #4
  %29 = getelementptr i8, ptr addrspace(1) %12, i64 20
  store float %28, ptr addrspace(1) %29, align 4, !tbaa !9
  %30 = call spir_func float @_Z5rootnfi(float noundef %8, i32 noundef 3) #4
  %31 = getelementptr i8, ptr addrspace(1) %12, i64 24
  store float %30, ptr addrspace(1) %31, align 4, !tbaa !9
  %32 = call spir_func float @_Z3erff(float noundef %8) #4
  %33 = getelementptr i8, ptr addrspace(1) %12, i64 28
  store float %32, ptr addrspace(1) %33, align 4, !tbaa !9
  %34 = call spir_func float @_Z4erfcf(float noundef %8) #4
  %35 = getelementptr i8, ptr addrspace(1) %12, i64 32
  store float %34, ptr addrspace(1) %35, align 4, !tbaa !9
  %36 = call spir_func float @_Z6tgammaf(float noundef %8) #4
  %37 = getelementptr i8, ptr addrspace(1) %12, i64 36
  store float %36, ptr addrspace(1) %37, align 4, !tbaa !9
  %38 = call spir_func float @_Z6lgammaf(float noundef %8) #4
  %39 = getelementptr i8, ptr addrspace(1) %12, i64 40
  store float %38, ptr addrspace(1) %39, align 4, !tbaa !9
  %40 = call spir_func float @_Z8lgamma_rfPU3AS4i(float noundef %8, ptr addrspace(4) noundef %22) #6
  %41 = getelementptr i8, ptr addrspace(1) %12, i64 44
  store float %40, ptr addrspace(1) %41, align 4, !tbaa !9
  %42 = load i32, ptr %5, align 4, !tbaa !13
  %43 = or disjoint i64 %26, 1
  %44 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 %43
  store i32 %42, ptr addrspace(1) %44, align 4, !tbaa !13
  call spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1) noundef %0, i64 noundef 4) #6
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %4) #5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z5fractfPU3AS4f(float noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z6sincosfPU3AS4f(float noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z6remquoffPU3AS4i(float noundef, float noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4pownfi(float noundef, i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5rootnfi(float noundef, i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3erff(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4erfcf(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z6tgammaf(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z6lgammaf(float noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z8lgamma_rfPU3AS4i(float noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1) noundef, i64 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

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
!6 = !{!"float*", !"float*", !"int*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !11, i64 0}
