; ModuleID = 'queries.cl'
source_filename = "queries.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: write)
define dso_local spir_kernel void @run(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !4 {
  %4 = tail call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0) #2
  %5 = icmp eq i32 %4, 4272
  %6 = zext i1 %5 to i32
  store i32 %6, ptr addrspace(1) %2, align 4, !tbaa !8
  %7 = tail call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0) #2
  %8 = icmp eq i32 %7, 4318
  %9 = zext i1 %8 to i32
  %10 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 4
  store i32 %9, ptr addrspace(1) %10, align 4, !tbaa !8
  %11 = tail call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %1) #2
  %12 = icmp eq i32 %11, 4277
  %13 = zext i1 %12 to i32
  %14 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 8
  store i32 %13, ptr addrspace(1) %14, align 4, !tbaa !8
  %15 = tail call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %1) #2
  %16 = icmp eq i32 %15, 4306
  %17 = zext i1 %16 to i32
  %18 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 12
  store i32 %17, ptr addrspace(1) %18, align 4, !tbaa !8
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z23get_image_channel_order14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1)) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1)) local_unnamed_addr #1

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
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"read_only", !"write_only", !"none"}
!6 = !{!"image2d_t", !"image2d_t", !"uint*"}
!7 = !{!"", !"", !""}
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
