; ModuleID = 'objects.cl'
source_filename = "objects.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

@run.copy = internal addrspace(3) global [8 x float] undef, align 4

; Function Attrs: convergent mustprogress nofree noinline norecurse nounwind readonly willreturn
define dso_local spir_func float @at(ptr addrspace(1) %0, ptr addrspace(2) %1, <2 x i32> noundef %2) local_unnamed_addr #0 {
  %4 = tail call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %2) #6
  %5 = fadd <2 x float> %4, <float 5.000000e-01, float 5.000000e-01>
  %6 = tail call spir_func <2 x i32> @_Z13get_image_dim14ocl_image2d_ro(ptr addrspace(1) %0) #6
  %7 = tail call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %6) #6
  %8 = fdiv <2 x float> %5, %7, !fpmath !4
  %9 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1) %0, ptr addrspace(2) %1, <2 x float> noundef %8) #7
  %10 = extractelement <4 x float> %9, i64 0
  ret float %10
}

; Function Attrs: convergent mustprogress nofree nounwind readonly willreturn
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1), ptr addrspace(2), <2 x float> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func <2 x i32> @_Z13get_image_dim14ocl_image2d_ro(ptr addrspace(1)) local_unnamed_addr #2

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(2) %2, ptr addrspace(1) noundef align 4 %3, ptr addrspace(1) nocapture noundef writeonly align 4 %4) local_unnamed_addr #3 !kernel_arg_addr_space !5 !kernel_arg_access_qual !6 !kernel_arg_type !7 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %6 = alloca [2 x ptr], align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #8
  %7 = tail call spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef @run.copy, ptr addrspace(1) noundef %3, i64 noundef 4, ptr null) #9
  store ptr %7, ptr %6, align 8, !tbaa !10
  %8 = getelementptr inbounds float, ptr addrspace(1) %3, i64 4
  %9 = tail call spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef getelementptr inbounds ([8 x float], ptr addrspace(3) @run.copy, i64 0, i64 4), ptr addrspace(1) noundef %8, i64 noundef 4, ptr null) #9
  %10 = getelementptr inbounds [2 x ptr], ptr %6, i64 0, i64 1
  store ptr %9, ptr %10, align 8, !tbaa !10
  %11 = addrspacecast ptr %6 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 2, ptr addrspace(4) noundef %11) #9
  %12 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %13 = trunc i64 %12 to i32
  %14 = insertelement <2 x i32> undef, i32 %13, i64 0
  %15 = call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #6
  %16 = trunc i64 %15 to i32
  %17 = insertelement <2 x i32> %14, i32 %16, i64 1
  %18 = shl nsw i32 %16, 2
  %19 = add nsw i32 %18, %13
  %20 = call spir_func float @at(ptr addrspace(1) %0, ptr addrspace(2) %2, <2 x i32> noundef %17) #10
  %21 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(1) %0, <2 x i32> noundef %17) #7
  %22 = extractelement <4 x float> %21, i64 0
  %23 = fadd float %20, %22
  %24 = fadd float %23, 2.000000e+00
  %25 = insertelement <4 x float> <float poison, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00>, float %24, i64 0
  call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1) %1, <2 x i32> noundef %17, <4 x float> noundef %25) #9
  %26 = sext i32 %19 to i64
  %27 = getelementptr inbounds [8 x float], ptr addrspace(3) @run.copy, i64 0, i64 %26
  %28 = load float, ptr addrspace(3) %27, align 4, !tbaa !14
  %29 = icmp slt i32 %19, 7
  br i1 %29, label %34, label %30

30:                                               ; preds = %5
  %31 = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1) %0) #6
  %32 = add nsw i32 %31, 1
  %33 = sitofp i32 %32 to float
  br label %34

34:                                               ; preds = %5, %30
  %35 = phi float [ %33, %30 ], [ 1.000000e+00, %5 ]
  %36 = fadd float %28, %35
  %37 = getelementptr inbounds float, ptr addrspace(1) %4, i64 %26
  store float %36, ptr addrspace(1) %37, align 4, !tbaa !14
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #8
  ret void
}

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: convergent
declare dso_local spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef, ptr addrspace(1) noundef, i64 noundef, ptr) local_unnamed_addr #5

; Function Attrs: convergent
declare dso_local spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef, ptr addrspace(4) noundef) local_unnamed_addr #5

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readonly willreturn
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(1), <2 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent
declare dso_local spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1), <2 x i32> noundef, <4 x float> noundef) local_unnamed_addr #5

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1)) local_unnamed_addr #2

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

attributes #0 = { convergent mustprogress nofree noinline norecurse nounwind readonly willreturn "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { convergent mustprogress nofree nounwind readonly willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #4 = { argmemonly mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { convergent "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { convergent nounwind readnone willreturn }
attributes #7 = { convergent nounwind readonly willreturn }
attributes #8 = { nounwind }
attributes #9 = { convergent nounwind }
attributes #10 = { convergent }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 15.0.6"}
!4 = !{float 2.500000e+00}
!5 = !{i32 1, i32 1, i32 0, i32 1, i32 1}
!6 = !{!"read_only", !"write_only", !"none", !"none", !"none"}
!7 = !{!"image2d_t", !"image2d_t", !"sampler_t", !"float*", !"float*"}
!8 = !{!"", !"", !"", !"const", !""}
!9 = !{i32 4, i32 2, i32 1}
!10 = !{!11, !11, i64 0}
!11 = !{!"event_t", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C/C++ TBAA"}
!14 = !{!15, !15, i64 0}
!15 = !{!"float", !12, i64 0}
