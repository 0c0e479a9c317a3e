; ModuleID = 'conversions.cl'
source_filename = "conversions.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %3
  %5 = load float, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = fmul float %5, 1.000000e+09
  %7 = tail call spir_func i32 @_Z15convert_int_satf(float noundef %6) #2
  %8 = shl i64 %3, 3
  %9 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %8
  store i32 %7, ptr addrspace(1) %9, align 4, !tbaa !13
  %10 = tail call spir_func zeroext i8 @_Z17convert_uchar_satf(float noundef %5) #2
  %11 = zext i8 %10 to i32
  %12 = or disjoint i64 %8, 1
  %13 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %12
  store i32 %11, ptr addrspace(1) %13, align 4, !tbaa !13
  %14 = tail call spir_func i32 @_Z15convert_int_rtef(float noundef %5) #2
  %15 = or disjoint i64 %8, 2
  %16 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %15
  store i32 %14, ptr addrspace(1) %16, align 4, !tbaa !13
  %17 = tail call spir_func i32 @_Z15convert_int_rtpf(float noundef %5) #2
  %18 = or disjoint i64 %8, 3
  %19 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %18
  store i32 %17, ptr addrspace(1) %19, align 4, !tbaa !13
  %20 = tail call spir_func i32 @_Z15convert_int_rtnf(float noundef %5) #2
  %21 = or disjoint i64 %8, 4
  %22 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %21
  store i32 %20, ptr addrspace(1) %22, align 4, !tbaa !13
  %23 = fmul float %5, 1.000000e+02
  %24 = fptosi float %23 to i32
  %25 = tail call spir_func signext i8 @_Z16convert_char_sati(i32 noundef %24) #2
  %26 = sext i8 %25 to i32
  %27 = or disjoint i64 %8, 5
  %28 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %27
  store i32 %26, ptr addrspace(1) %28, align 4, !tbaa !13
  %29 = fptosi float %5 to i32
  %30 = add nsw i32 %29, 16777217
  %31 = tail call spir_func float @_Z17convert_float_rtei(i32 noundef %30) #2
  %32 = or disjoint i64 %8, 6
  %33 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %32
  store float %31, ptr addrspace(1) %33, align 4, !tbaa !13
  %34 = tail call spir_func i32 @_Z16convert_uint_sati(i32 noundef %29) #2
  %35 = or disjoint i64 %8, 7
  %36 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %35
  store i32 %34, ptr addrspace(1) %36, align 4, !tbaa !13
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_satf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func zeroext i8 @_Z17convert_uchar_satf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtef(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtpf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtnf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func signext i8 @_Z16convert_char_sati(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z17convert_float_rtei(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z16convert_uint_sati(i32 noundef) local_unnamed_addr #1

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
!6 = !{!"float*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !11, i64 0}
