; ModuleID = 'integers.cl'
source_filename = "integers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %3
  %5 = load i32, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = tail call spir_func i32 @_Z3absi(i32 noundef %5) #2
  %7 = mul i64 %3, 12
  %8 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %7
  store i32 %6, ptr addrspace(1) %8, align 4, !tbaa !9
  %9 = tail call spir_func i32 @_Z7add_satii(i32 noundef %5, i32 noundef 2147483632) #2
  %10 = or disjoint i64 %7, 1
  %11 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %10
  store i32 %9, ptr addrspace(1) %11, align 4, !tbaa !9
  %12 = tail call spir_func i32 @_Z7sub_satjj(i32 noundef %5, i32 noundef 20) #2
  %13 = or disjoint i64 %7, 2
  %14 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %13
  store i32 %12, ptr addrspace(1) %14, align 4, !tbaa !9
  %15 = tail call spir_func i32 @_Z6mul_hiii(i32 noundef %5, i32 noundef 1073741824) #2
  %16 = or disjoint i64 %7, 3
  %17 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %16
  store i32 %15, ptr addrspace(1) %17, align 4, !tbaa !9
  %18 = tail call spir_func i32 @_Z8popcounti(i32 noundef %5) #2
  %19 = getelementptr i8, ptr addrspace(1) %8, i64 16
  store i32 %18, ptr addrspace(1) %19, align 4, !tbaa !9
  %20 = tail call spir_func i32 @_Z3clzj(i32 noundef %5) #2
  %21 = getelementptr i8, ptr addrspace(1) %8, i64 20
  store i32 %20, ptr addrspace(1) %21, align 4, !tbaa !9
  %22 = tail call spir_func i32 @_Z6rotateii(i32 noundef %5, i32 noundef 8) #2
  %23 = getelementptr i8, ptr addrspace(1) %8, i64 24
  store i32 %22, ptr addrspace(1) %23, align 4, !tbaa !9
  %24 = tail call spir_func i32 @_Z4haddii(i32 noundef %5, i32 noundef 3) #2
  %25 = getelementptr i8, ptr addrspace(1) %8, i64 28
  store i32 %24, ptr addrspace(1) %25, align 4, !tbaa !9
  %26 = tail call spir_func i32 @_Z3maxii(i32 noundef %5, i32 noundef 0) #2
  %27 = tail call spir_func i32 @_Z3minjj(i32 noundef %5, i32 noundef 5) #2
  %28 = sub nsw i32 %26, %27
  %29 = getelementptr i8, ptr addrspace(1) %8, i64 32
  store i32 %28, ptr addrspace(1) %29, align 4, !tbaa !9
  %30 = ashr i32 %5, 8
  %31 = tail call spir_func i32 @_Z5mad24iii(i32 noundef %30, i32 noundef 3, i32 noundef 1) #2
  %32 = getelementptr i8, ptr addrspace(1) %8, i64 36
  store i32 %31, ptr addrspace(1) %32, align 4, !tbaa !9
  %33 = sub nsw i32 0, %5
  %34 = tail call spir_func i32 @_Z8abs_diffii(i32 noundef %5, i32 noundef %33) #2
  %35 = getelementptr i8, ptr addrspace(1) %8, i64 40
  store i32 %34, ptr addrspace(1) %35, align 4, !tbaa !9
  %36 = tail call spir_func i32 @_Z5clampiii(i32 noundef %5, i32 noundef -2, i32 noundef 2) #2
  %37 = lshr i32 %5, 31
  %38 = add nsw i32 %36, %37
  %39 = getelementptr i8, ptr addrspace(1) %8, i64 44
  store i32 %38, ptr addrspace(1) %39, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3absi(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7add_satii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7sub_satjj(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6mul_hiii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8popcounti(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3clzj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6rotateii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z4haddii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3maxii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3minjj(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5mad24iii(i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8abs_diffii(i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5clampiii(i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

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
