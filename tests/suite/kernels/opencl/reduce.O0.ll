; ModuleID = 'reduce.cl'
source_filename = "reduce.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared_values = internal addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %7 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  store i64 %7, ptr %5, align 8
  %8 = load ptr addrspace(1), ptr %3, align 8
  %9 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  %10 = getelementptr inbounds i32, ptr addrspace(1) %8, i64 %9
  %11 = load i32, ptr addrspace(1) %10, align 4
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %12
  store i32 %11, ptr addrspace(3) %13, align 4
  call spir_func void @_Z7barrierj(i32 noundef 1) #4
  store i32 4, ptr %6, align 4
  br label %14

14:                                               ; preds = %34, %2
  %15 = load i32, ptr %6, align 4
  %16 = icmp ugt i32 %15, 0
  br i1 %16, label %17, label %37

17:                                               ; preds = %14
  %18 = load i64, ptr %5, align 8
  %19 = load i32, ptr %6, align 4
  %20 = zext i32 %19 to i64
  %21 = icmp ult i64 %18, %20
  br i1 %21, label %22, label %33

22:                                               ; preds = %17
  %23 = load i64, ptr %5, align 8
  %24 = load i32, ptr %6, align 4
  %25 = zext i32 %24 to i64
  %26 = add i64 %23, %25
  %27 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %26
  %28 = load i32, ptr addrspace(3) %27, align 4
  %29 = load i64, ptr %5, align 8
  %30 = getelementptr inbounds [8 x i32], ptr addrspace(3) @run.shared_values, i64 0, i64 %29
  %31 = load i32, ptr addrspace(3) %30, align 4
  %32 = add nsw i32 %31, %28
  store i32 %32, ptr addrspace(3) %30, align 4
  br label %33

33:                                               ; preds = %22, %17
  call spir_func void @_Z7barrierj(i32 noundef 1) #4
  br label %34

34:                                               ; preds = %33
  %35 = load i32, ptr %6, align 4
  %36 = udiv i32 %35, 2
  store i32 %36, ptr %6, align 4
  br label %14

37:                                               ; preds = %14
  %38 = load i64, ptr %5, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %45

40:                                               ; preds = %37
  %41 = load i32, ptr addrspace(3) @run.shared_values, align 4
  %42 = load ptr addrspace(1), ptr %4, align 8
  %43 = call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #3
  %44 = getelementptr inbounds i32, ptr addrspace(1) %42, i64 %43
  store i32 %41, ptr addrspace(1) %44, align 4
  br label %45

45:                                               ; preds = %40, %37
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) #1

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
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"int*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 8, i32 1, i32 1}
