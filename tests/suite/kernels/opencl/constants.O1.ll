; ModuleID = 'constants.cl'
source_filename = "constants.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.anon = type { i8, i16 }

@primes = dso_local local_unnamed_addr addrspace(2) constant [6 x i32] [i32 2, i32 3, i32 5, i32 7, i32 11, i32 13], align 4
@weights = dso_local local_unnamed_addr addrspace(2) constant <4 x float> <float 1.000000e+00, float 2.000000e+00, float 4.000000e+00, float 8.000000e+00>, align 16
@pairs = dso_local local_unnamed_addr addrspace(2) constant [2 x %struct.anon] [%struct.anon { i8 97, i16 1 }, %struct.anon { i8 122, i16 -26 }], align 2

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %3
  %5 = load i32, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = srem i32 %5, 6
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds [6 x i32], ptr addrspace(2) @primes, i64 0, i64 %7
  %9 = load i32, ptr addrspace(2) %8, align 4, !tbaa !9
  %10 = shl i64 %3, 2
  %11 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %10
  store i32 %9, ptr addrspace(1) %11, align 4, !tbaa !9
  %12 = sitofp i32 %5 to float
  %13 = insertelement <4 x float> poison, float %12, i64 0
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <4 x i32> zeroinitializer
  %15 = tail call spir_func float @_Z3dotDv4_fS_(<4 x float> noundef <float 1.000000e+00, float 2.000000e+00, float 4.000000e+00, float 8.000000e+00>, <4 x float> noundef %14) #2
  %16 = fptosi float %15 to i32
  %17 = or disjoint i64 %10, 1
  %18 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %17
  store i32 %16, ptr addrspace(1) %18, align 4, !tbaa !9
  %19 = and i32 %5, 1
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds [2 x %struct.anon], ptr addrspace(2) @pairs, i64 0, i64 %20
  %22 = load i8, ptr addrspace(2) %21, align 2, !tbaa !13
  %23 = sext i8 %22 to i32
  %24 = or disjoint i64 %10, 2
  %25 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %24
  store i32 %23, ptr addrspace(1) %25, align 4, !tbaa !9
  %26 = getelementptr inbounds i8, ptr addrspace(2) %21, i64 2
  %27 = load i16, ptr addrspace(2) %26, align 2, !tbaa !16
  %28 = sext i16 %27 to i32
  %29 = or disjoint i64 %10, 3
  %30 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %29
  store i32 %28, ptr addrspace(1) %30, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3dotDv4_fS_(<4 x float> noundef, <4 x float> noundef) local_unnamed_addr #1

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
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
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!14, !11, i64 0}
!14 = !{!"", !11, i64 0, !15, i64 2}
!15 = !{!"short", !11, i64 0}
!16 = !{!14, !15, i64 2}
