; ModuleID = 'queries.cl'
source_filename = "queries.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !4 {
  %4 = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), align 8
  %5 = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), align 8
  %6 = alloca ptr addrspace(1), align 8
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, ptr %4, align 8
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %7 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %4, align 8
  %8 = call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %7) #2
  %9 = icmp eq i32 %8, 4272
  %10 = zext i1 %9 to i32
  %11 = load ptr addrspace(1), ptr %6, align 8
  %12 = getelementptr inbounds i32, ptr addrspace(1) %11, i64 0
  store i32 %10, ptr addrspace(1) %12, align 4
  %13 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %4, align 8
  %14 = call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %13) #2
  %15 = icmp eq i32 %14, 4318
  %16 = zext i1 %15 to i32
  %17 = load ptr addrspace(1), ptr %6, align 8
  %18 = getelementptr inbounds i32, ptr addrspace(1) %17, i64 1
  store i32 %16, ptr addrspace(1) %18, align 4
  %19 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), ptr %5, align 8
  %20 = call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %19) #2
  %21 = icmp eq i32 %20, 4277
  %22 = zext i1 %21 to i32
  %23 = load ptr addrspace(1), ptr %6, align 8
  %24 = getelementptr inbounds i32, ptr addrspace(1) %23, i64 2
  store i32 %22, ptr addrspace(1) %24, align 4
  %25 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), ptr %5, align 8
  %26 = call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %25) #2
  %27 = icmp eq i32 %26, 4306
  %28 = zext i1 %27 to i32
  %29 = load ptr addrspace(1), ptr %6, align 8
  %30 = getelementptr inbounds i32, ptr addrspace(1) %29, i64 3
  store i32 %28, ptr addrspace(1) %30, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z23get_image_channel_order14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1)) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1)) #1

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
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
