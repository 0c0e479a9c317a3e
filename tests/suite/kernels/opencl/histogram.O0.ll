; ModuleID = 'histogram.cl'
source_filename = "histogram.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.own = internal addrspace(3) global [4 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %9 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  store i64 %9, ptr %7, align 8
  %10 = load i64, ptr %7, align 8
  %11 = icmp ult i64 %10, 4
  br i1 %11, label %12, label %15

12:                                               ; preds = %3
  %13 = load i64, ptr %7, align 8
  %14 = getelementptr inbounds [4 x i32], ptr addrspace(3) @run.own, i64 0, i64 %13
  store i32 0, ptr addrspace(3) %14, align 4
  br label %15

15:                                               ; preds = %12, %3
  call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %16 = load ptr addrspace(1), ptr %4, align 8
  %17 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  %18 = getelementptr inbounds i32, ptr addrspace(1) %16, i64 %17
  %19 = load i32, ptr addrspace(1) %18, align 4
  store i32 %19, ptr %8, align 4
  %20 = load i32, ptr %8, align 4
  %21 = urem i32 %20, 4
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds [4 x i32], ptr addrspace(3) @run.own, i64 0, i64 %22
  %24 = call spir_func i32 @_Z10atomic_incPU3AS3Vj(ptr addrspace(3) noundef %23) #4
  %25 = load ptr addrspace(1), ptr %6, align 8
  %26 = getelementptr inbounds i32, ptr addrspace(1) %25, i64 0
  %27 = load i32, ptr %8, align 4
  %28 = sub nsw i32 %27, 10
  %29 = call spir_func i32 @_Z10atomic_maxPU3AS1Vii(ptr addrspace(1) noundef %26, i32 noundef %28) #4
  %30 = load ptr addrspace(1), ptr %6, align 8
  %31 = getelementptr inbounds i32, ptr addrspace(1) %30, i64 1
  %32 = load i32, ptr %8, align 4
  %33 = sub nsw i32 %32, 10
  %34 = call spir_func i32 @_Z10atomic_minPU3AS1Vii(ptr addrspace(1) noundef %31, i32 noundef %33) #4
  call spir_func void @_Z7barrierj(i32 noundef 1) #4
  %35 = load i64, ptr %7, align 8
  %36 = icmp ult i64 %35, 4
  br i1 %36, label %37, label %45

37:                                               ; preds = %15
  %38 = load ptr addrspace(1), ptr %5, align 8
  %39 = load i64, ptr %7, align 8
  %40 = getelementptr inbounds i32, ptr addrspace(1) %38, i64 %39
  %41 = load i64, ptr %7, align 8
  %42 = getelementptr inbounds [4 x i32], ptr addrspace(3) @run.own, i64 0, i64 %41
  %43 = load i32, ptr addrspace(3) %42, align 4
  %44 = call spir_func i32 @_Z10atomic_addPU3AS1Vjj(ptr addrspace(1) noundef %40, i32 noundef %43) #4
  br label %45

45:                                               ; preds = %37, %15
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z10atomic_incPU3AS3Vj(ptr addrspace(3) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z10atomic_maxPU3AS1Vii(ptr addrspace(1) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z10atomic_minPU3AS1Vii(ptr addrspace(1) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z10atomic_addPU3AS1Vjj(ptr addrspace(1) noundef, i32 noundef) #2

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind willreturn memory(none) }
attributes #4 = { convergent nounwind }

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
!6 = !{!"uint*", !"uint*", !"int*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 8, i32 1, i32 1}
