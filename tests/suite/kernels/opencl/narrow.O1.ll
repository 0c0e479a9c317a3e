; ModuleID = 'narrow.cl'
source_filename = "narrow.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 1 %0, ptr addrspace(1) nocapture noundef readonly align 2 %1, ptr addrspace(1) nocapture noundef writeonly align 8 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %5 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 %4
  %6 = load i8, ptr addrspace(1) %5, align 1, !tbaa !9
  %7 = getelementptr inbounds i16, ptr addrspace(1) %1, i64 %4
  %8 = load i16, ptr addrspace(1) %7, align 2, !tbaa !12
  %9 = sext i8 %6 to i64
  %10 = zext i16 %8 to i64
  %11 = mul nsw i64 %10, %9
  %12 = shl i64 %4, 2
  %13 = getelementptr inbounds i64, ptr addrspace(1) %2, i64 %12
  store i64 %11, ptr addrspace(1) %13, align 8, !tbaa !14
  %14 = add i8 %6, -56
  %15 = zext i8 %14 to i64
  %16 = or disjoint i64 %12, 1
  %17 = getelementptr inbounds i64, ptr addrspace(1) %2, i64 %16
  store i64 %15, ptr addrspace(1) %17, align 8, !tbaa !14
  %18 = mul i16 %8, 3
  %19 = sext i16 %18 to i64
  %20 = or disjoint i64 %12, 2
  %21 = getelementptr inbounds i64, ptr addrspace(1) %2, i64 %20
  store i64 %19, ptr addrspace(1) %21, align 8, !tbaa !14
  %22 = shl nuw nsw i64 %10, 33
  %23 = and i8 %6, 7
  %24 = zext nneg i8 %23 to i64
  %25 = lshr exact i64 %22, %24
  %26 = or disjoint i64 %12, 3
  %27 = getelementptr inbounds i64, ptr addrspace(1) %2, i64 %26
  store i64 %25, ptr addrspace(1) %27, align 8, !tbaa !14
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

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
!6 = !{!"char*", !"ushort*", !"long*"}
!7 = !{!"const", !"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
!12 = !{!13, !13, i64 0}
!13 = !{!"short", !10, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"long", !10, i64 0}
