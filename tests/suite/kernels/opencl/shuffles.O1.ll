; ModuleID = 'shuffles.cl'
source_filename = "shuffles.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 16 %0, ptr addrspace(1) nocapture noundef writeonly align 16 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %0, i64 %3
  %5 = load <4 x i32>, ptr addrspace(1) %4, align 16, !tbaa !10
  %6 = tail call spir_func <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> noundef <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>, <4 x i32> noundef %5) #2
  %7 = shl i64 %3, 1
  %8 = getelementptr inbounds <4 x float>, ptr addrspace(1) %1, i64 %7
  store <4 x float> %6, ptr addrspace(1) %8, align 16, !tbaa !10
  %9 = load <4 x i32>, ptr addrspace(1) %4, align 16, !tbaa !10
  %10 = tail call spir_func <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> noundef <float 1.000000e+01, float 2.000000e+01>, <2 x float> noundef <float 3.000000e+01, float 6.000000e+01>, <4 x i32> noundef %9) #2
  %11 = or disjoint i64 %7, 1
  %12 = getelementptr inbounds <4 x float>, ptr addrspace(1) %1, i64 %11
  store <4 x float> %10, ptr addrspace(1) %12, align 16, !tbaa !10
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> noundef, <4 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> noundef, <2 x float> noundef, <4 x i32> noundef) local_unnamed_addr #1

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
!6 = !{!"uint4*", !"float4*"}
!7 = !{!"uint __attribute__((ext_vector_type(4)))*", !"float __attribute__((ext_vector_type(4)))*"}
!8 = !{!"const", !""}
!9 = !{i32 4, i32 1, i32 1}
!10 = !{!11, !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
