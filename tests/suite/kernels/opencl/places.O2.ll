; ModuleID = 'places.cl'
source_filename = "places.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: write)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #2
  %3 = tail call spir_func i64 @_Z15get_global_sizej(i32 noundef 0) #2
  %4 = mul i64 %3, %2
  %5 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %6 = add i64 %4, %5
  %7 = trunc i64 %6 to i32
  %8 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #2
  %9 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 1) #2
  %10 = mul i64 %9, 10
  %11 = add i64 %10, %8
  %12 = tail call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #2
  %13 = mul i64 %12, 100
  %14 = add i64 %11, %13
  %15 = tail call spir_func i64 @_Z12get_group_idj(i32 noundef 1) #2
  %16 = mul i64 %15, 1000
  %17 = add i64 %14, %16
  %18 = trunc i64 %17 to i32
  %19 = shl i32 %7, 2
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %20
  store i32 %18, ptr addrspace(1) %21, align 4, !tbaa !9
  %22 = tail call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #2
  %23 = tail call spir_func i64 @_Z14get_num_groupsj(i32 noundef 0) #2
  %24 = mul i64 %23, 10
  %25 = add i64 %24, %22
  %26 = trunc i64 %25 to i32
  %27 = or disjoint i32 %19, 1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %28
  store i32 %26, ptr addrspace(1) %29, align 4, !tbaa !9
  %30 = and i32 %7, 3
  %31 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef %30) #2
  %32 = trunc i64 %31 to i32
  %33 = or disjoint i32 %19, 2
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %34
  store i32 %32, ptr addrspace(1) %35, align 4, !tbaa !9
  %36 = tail call spir_func i64 @_Z15get_global_sizej(i32 noundef %30) #2
  %37 = trunc i64 %36 to i32
  %38 = or disjoint i32 %19, 3
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %39
  store i32 %37, ptr addrspace(1) %40, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z15get_global_sizej(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_num_groupsj(i32 noundef) local_unnamed_addr #1

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
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
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"uint*"}
!7 = !{!""}
!8 = !{i32 2, i32 2, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
