; ModuleID = 'vectors.cl'
source_filename = "vectors.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 16 %0, ptr addrspace(1) nocapture noundef writeonly align 16 %1, ptr addrspace(1) nocapture noundef writeonly align 16 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %5 = getelementptr inbounds <4 x float>, ptr addrspace(1) %0, i64 %4
  %6 = load <4 x float>, ptr addrspace(1) %5, align 16, !tbaa !10
  %7 = shufflevector <4 x float> %6, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %8 = shufflevector <4 x float> %7, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %9 = shufflevector <4 x float> %6, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %10 = tail call spir_func <2 x float> @_Z4fmaxDv2_fS_(<2 x float> noundef %8, <2 x float> noundef %9) #2
  %11 = shufflevector <2 x float> %10, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %12 = shufflevector <4 x float> %11, <4 x float> %7, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %13 = tail call spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> noundef %12, float noundef 1.500000e+00, float noundef 6.500000e+00) #2
  %14 = getelementptr inbounds <4 x float>, ptr addrspace(1) %1, i64 %4
  store <4 x float> %13, ptr addrspace(1) %14, align 16, !tbaa !10
  %15 = fcmp olt <4 x float> %6, %12
  %16 = sext <4 x i1> %15 to <4 x i32>
  %17 = tail call spir_func <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> noundef %6) #2
  %18 = tail call spir_func <4 x i32> @_Z6selectDv4_iS_S_(<4 x i32> noundef zeroinitializer, <4 x i32> noundef %17, <4 x i32> noundef %16) #2
  %19 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %2, i64 %4
  store <4 x i32> %18, ptr addrspace(1) %19, align 16, !tbaa !10
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <2 x float> @_Z4fmaxDv2_fS_(<2 x float> noundef, <2 x float> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> noundef, float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <4 x i32> @_Z6selectDv4_iS_S_(<4 x i32> noundef, <4 x i32> noundef, <4 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> noundef) local_unnamed_addr #1

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
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"float4*", !"float4*", !"int4*"}
!7 = !{!"float __attribute__((ext_vector_type(4)))*", !"float __attribute__((ext_vector_type(4)))*", !"int __attribute__((ext_vector_type(4)))*"}
!8 = !{!"const", !"", !""}
!9 = !{i32 4, i32 1, i32 1}
!10 = !{!11, !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
