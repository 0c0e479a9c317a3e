; ModuleID = 'control.cl'
source_filename = "control.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %9 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %9, ptr %5, align 8
  %10 = load ptr addrspace(1), ptr %3, align 8
  %11 = load i64, ptr %5, align 8
  %12 = getelementptr inbounds i32, ptr addrspace(1) %10, i64 %11
  %13 = load i32, ptr addrspace(1) %12, align 4
  store i32 %13, ptr %6, align 4
  store i32 0, ptr %7, align 4
  br label %14

14:                                               ; preds = %34, %2
  %15 = load i32, ptr %6, align 4
  %16 = icmp ne i32 %15, 1
  br i1 %16, label %17, label %35

17:                                               ; preds = %14
  %18 = load i32, ptr %6, align 4
  %19 = and i32 %18, 1
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %25

21:                                               ; preds = %17
  %22 = load i32, ptr %6, align 4
  %23 = mul nsw i32 3, %22
  %24 = add nsw i32 %23, 1
  br label %28

25:                                               ; preds = %17
  %26 = load i32, ptr %6, align 4
  %27 = sdiv i32 %26, 2
  br label %28

28:                                               ; preds = %25, %21
  %29 = phi i32 [ %24, %21 ], [ %27, %25 ]
  store i32 %29, ptr %6, align 4
  %30 = load i32, ptr %7, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %7, align 4
  %32 = icmp sgt i32 %31, 100
  br i1 %32, label %33, label %34

33:                                               ; preds = %28
  br label %35

34:                                               ; preds = %28
  br label %14

35:                                               ; preds = %33, %14
  %36 = load i32, ptr %7, align 4
  %37 = and i32 %36, 7
  switch i32 %37, label %42 [
    i32 0, label %38
    i32 1, label %39
    i32 2, label %39
    i32 5, label %40
    i32 6, label %41
  ]

38:                                               ; preds = %35
  store i32 10, ptr %8, align 4
  br label %45

39:                                               ; preds = %35, %35
  store i32 20, ptr %8, align 4
  br label %45

40:                                               ; preds = %35
  store i32 50, ptr %8, align 4
  br label %41

41:                                               ; preds = %35, %40
  store i32 60, ptr %8, align 4
  br label %45

42:                                               ; preds = %35
  %43 = load i32, ptr %7, align 4
  %44 = sub nsw i32 0, %43
  store i32 %44, ptr %8, align 4
  br label %45

45:                                               ; preds = %42, %41, %39, %38
  %46 = load i32, ptr %7, align 4
  %47 = load ptr addrspace(1), ptr %4, align 8
  %48 = load i64, ptr %5, align 8
  %49 = mul i64 2, %48
  %50 = getelementptr inbounds i32, ptr addrspace(1) %47, i64 %49
  store i32 %46, ptr addrspace(1) %50, align 4
  %51 = load i32, ptr %8, align 4
  %52 = load ptr addrspace(1), ptr %4, align 8
  %53 = load i64, ptr %5, align 8
  %54 = mul i64 2, %53
  %55 = add i64 %54, 1
  %56 = getelementptr inbounds i32, ptr addrspace(1) %52, i64 %55
  store i32 %51, ptr addrspace(1) %56, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

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
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"int*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 8, i32 1, i32 1}
