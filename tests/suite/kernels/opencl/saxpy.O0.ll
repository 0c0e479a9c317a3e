; ModuleID = 'saxpy.cl'
source_filename = "saxpy.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, float noundef %2, i32 noundef %3) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca float, align 4
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  store ptr addrspace(1) %0, ptr %5, align 8
  store ptr addrspace(1) %1, ptr %6, align 8
  store float %2, ptr %7, align 4
  store i32 %3, ptr %8, align 4
  %10 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %10, ptr %9, align 8
  %11 = load i64, ptr %9, align 8
  %12 = load i32, ptr %8, align 4
  %13 = zext i32 %12 to i64
  %14 = icmp ult i64 %11, %13
  br i1 %14, label %15, label %29

15:                                               ; preds = %4
  %16 = load float, ptr %7, align 4
  %17 = load ptr addrspace(1), ptr %5, align 8
  %18 = load i64, ptr %9, align 8
  %19 = getelementptr inbounds float, ptr addrspace(1) %17, i64 %18
  %20 = load float, ptr addrspace(1) %19, align 4
  %21 = load ptr addrspace(1), ptr %6, align 8
  %22 = load i64, ptr %9, align 8
  %23 = getelementptr inbounds float, ptr addrspace(1) %21, i64 %22
  %24 = load float, ptr addrspace(1) %23, align 4
  %25 = call spir_func float @_Z3madfff(float noundef %16, float noundef %20, float noundef %24) #2
  %26 = load ptr addrspace(1), ptr %6, align 8
  %27 = load i64, ptr %9, align 8
  %28 = getelementptr inbounds float, ptr addrspace(1) %26, i64 %27
  store float %25, ptr addrspace(1) %28, align 4
  br label %29

29:                                               ; preds = %15, %4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3madfff(float noundef, float noundef, float noundef) #1

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
!4 = !{i32 1, i32 1, i32 0, i32 0}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"float*", !"float*", !"float", !"uint"}
!7 = !{!"const", !"", !"", !""}
!8 = !{i32 8, i32 1, i32 1}
