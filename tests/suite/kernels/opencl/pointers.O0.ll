; ModuleID = 'pointers.cl'
source_filename = "pointers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr addrspace(1), align 8
  %9 = alloca ptr addrspace(1), align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %13 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %13, ptr %7, align 8
  %14 = load i64, ptr %7, align 8
  %15 = and i64 %14, 1
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %3
  %18 = load ptr addrspace(1), ptr %4, align 8
  br label %21

19:                                               ; preds = %3
  %20 = load ptr addrspace(1), ptr %5, align 8
  br label %21

21:                                               ; preds = %19, %17
  %22 = phi ptr addrspace(1) [ %18, %17 ], [ %20, %19 ]
  store ptr addrspace(1) %22, ptr %8, align 8
  %23 = load ptr addrspace(1), ptr %8, align 8
  %24 = load i64, ptr %7, align 8
  %25 = getelementptr inbounds i32, ptr addrspace(1) %23, i64 %24
  store ptr addrspace(1) %25, ptr %9, align 8
  store i32 0, ptr %10, align 4
  %26 = load i64, ptr %7, align 8
  %27 = trunc i64 %26 to i32
  %28 = sub nsw i32 4, %27
  store i32 %28, ptr %11, align 4
  store i32 0, ptr %12, align 4
  br label %29

29:                                               ; preds = %39, %21
  %30 = load i32, ptr %12, align 4
  %31 = load i32, ptr %11, align 4
  %32 = icmp slt i32 %30, %31
  br i1 %32, label %33, label %42

33:                                               ; preds = %29
  %34 = load ptr addrspace(1), ptr %9, align 8
  %35 = getelementptr inbounds i32, ptr addrspace(1) %34, i32 1
  store ptr addrspace(1) %35, ptr %9, align 8
  %36 = load i32, ptr addrspace(1) %34, align 4
  %37 = load i32, ptr %10, align 4
  %38 = add nsw i32 %37, %36
  store i32 %38, ptr %10, align 4
  br label %39

39:                                               ; preds = %33
  %40 = load i32, ptr %12, align 4
  %41 = add nsw i32 %40, 1
  store i32 %41, ptr %12, align 4
  br label %29

42:                                               ; preds = %29
  %43 = load i32, ptr %10, align 4
  %44 = load ptr addrspace(1), ptr %6, align 8
  %45 = load i64, ptr %7, align 8
  %46 = mul i64 2, %45
  %47 = getelementptr inbounds i32, ptr addrspace(1) %44, i64 %46
  store i32 %43, ptr addrspace(1) %47, align 4
  %48 = load i32, ptr %11, align 4
  %49 = load ptr addrspace(1), ptr %6, align 8
  %50 = load i64, ptr %7, align 8
  %51 = mul i64 2, %50
  %52 = add i64 %51, 1
  %53 = getelementptr inbounds i32, ptr addrspace(1) %49, i64 %52
  store i32 %48, ptr addrspace(1) %53, align 4
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
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"int*", !"int*", !"int*"}
!7 = !{!"", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
