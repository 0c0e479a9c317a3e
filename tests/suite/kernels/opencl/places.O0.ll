; ModuleID = 'places.cl'
source_filename = "places.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca ptr addrspace(1), align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %2, align 8
  %5 = call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #2
  %6 = call spir_func i64 @_Z15get_global_sizej(i32 noundef 0) #2
  %7 = mul i64 %5, %6
  %8 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %9 = add i64 %7, %8
  %10 = trunc i64 %9 to i32
  store i32 %10, ptr %3, align 4
  %11 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #2
  %12 = call spir_func i64 @_Z12get_local_idj(i32 noundef 1) #2
  %13 = mul i64 10, %12
  %14 = add i64 %11, %13
  %15 = call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #2
  %16 = mul i64 100, %15
  %17 = add i64 %14, %16
  %18 = call spir_func i64 @_Z12get_group_idj(i32 noundef 1) #2
  %19 = mul i64 1000, %18
  %20 = add i64 %17, %19
  %21 = trunc i64 %20 to i32
  %22 = load ptr addrspace(1), ptr %2, align 8
  %23 = load i32, ptr %3, align 4
  %24 = mul i32 4, %23
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds i32, ptr addrspace(1) %22, i64 %25
  store i32 %21, ptr addrspace(1) %26, align 4
  %27 = call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #2
  %28 = call spir_func i64 @_Z14get_num_groupsj(i32 noundef 0) #2
  %29 = mul i64 10, %28
  %30 = add i64 %27, %29
  %31 = call spir_func i32 @_Z12get_work_dimv() #2
  %32 = mul i32 100, %31
  %33 = mul i32 %32, 0
  %34 = zext i32 %33 to i64
  %35 = add i64 %30, %34
  %36 = trunc i64 %35 to i32
  %37 = load ptr addrspace(1), ptr %2, align 8
  %38 = load i32, ptr %3, align 4
  %39 = mul i32 4, %38
  %40 = add i32 %39, 1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds i32, ptr addrspace(1) %37, i64 %41
  store i32 %36, ptr addrspace(1) %42, align 4
  %43 = load i32, ptr %3, align 4
  %44 = and i32 %43, 3
  store i32 %44, ptr %4, align 4
  %45 = load i32, ptr %4, align 4
  %46 = call spir_func i64 @_Z13get_global_idj(i32 noundef %45) #2
  %47 = trunc i64 %46 to i32
  %48 = load ptr addrspace(1), ptr %2, align 8
  %49 = load i32, ptr %3, align 4
  %50 = mul i32 4, %49
  %51 = add i32 %50, 2
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds i32, ptr addrspace(1) %48, i64 %52
  store i32 %47, ptr addrspace(1) %53, align 4
  %54 = load i32, ptr %4, align 4
  %55 = call spir_func i64 @_Z15get_global_sizej(i32 noundef %54) #2
  %56 = trunc i64 %55 to i32
  %57 = load ptr addrspace(1), ptr %2, align 8
  %58 = load i32, ptr %3, align 4
  %59 = mul i32 4, %58
  %60 = add i32 %59, 3
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds i32, ptr addrspace(1) %57, i64 %61
  store i32 %56, ptr addrspace(1) %62, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z15get_global_sizej(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_num_groupsj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z12get_work_dimv() #1

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
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"uint*"}
!7 = !{!""}
!8 = !{i32 2, i32 2, i32 1}
