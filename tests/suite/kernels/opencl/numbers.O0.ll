; ModuleID = 'numbers.cl'
source_filename = "numbers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %7 = load ptr addrspace(1), ptr %4, align 8
  %8 = load ptr addrspace(1), ptr %5, align 8
  %9 = load ptr addrspace(1), ptr %6, align 8
  call spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %7, ptr addrspace(1) noundef align 4 %8, ptr addrspace(1) noundef align 4 %9) #2
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr addrspace(1), align 8
  %11 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %12 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #3
  store i64 %12, ptr %7, align 8
  %13 = load i64, ptr %7, align 8
  %14 = urem i64 %13, 4
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %18

16:                                               ; preds = %3
  %17 = load ptr addrspace(1), ptr %4, align 8
  br label %20

18:                                               ; preds = %3
  %19 = load ptr addrspace(1), ptr %5, align 8
  br label %20

20:                                               ; preds = %18, %16
  %21 = phi ptr addrspace(1) [ %17, %16 ], [ %19, %18 ]
  %22 = ptrtoint ptr addrspace(1) %21 to i64
  %23 = load i64, ptr %7, align 8
  %24 = mul i64 4, %23
  %25 = add i64 %22, %24
  store i64 %25, ptr %8, align 8
  %26 = load i64, ptr %7, align 8
  %27 = urem i64 %26, 2
  %28 = icmp ne i64 %27, 0
  br i1 %28, label %29, label %36

29:                                               ; preds = %20
  %30 = load ptr addrspace(1), ptr %6, align 8
  %31 = load i32, ptr addrspace(1) %30, align 4
  %32 = zext i32 %31 to i64
  %33 = load i64, ptr %7, align 8
  %34 = mul i64 8, %33
  %35 = add i64 %32, %34
  br label %41

36:                                               ; preds = %20
  %37 = load ptr addrspace(1), ptr %4, align 8
  %38 = load i64, ptr %7, align 8
  %39 = getelementptr inbounds nuw i32, ptr addrspace(1) %37, i64 %38
  %40 = ptrtoint ptr addrspace(1) %39 to i64
  br label %41

41:                                               ; preds = %36, %29
  %42 = phi i64 [ %35, %29 ], [ %40, %36 ]
  store i64 %42, ptr %9, align 8
  %43 = load i64, ptr %9, align 8
  %44 = inttoptr i64 %43 to ptr addrspace(1)
  store ptr addrspace(1) %44, ptr %10, align 8
  %45 = load ptr addrspace(1), ptr %10, align 8
  %46 = load i32, ptr addrspace(1) %45, align 4
  store i32 %46, ptr %11, align 4
  %47 = load i64, ptr %7, align 8
  %48 = urem i64 %47, 2
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %50, label %52

50:                                               ; preds = %41
  %51 = load ptr addrspace(1), ptr %10, align 8
  store i32 77, ptr addrspace(1) %51, align 4
  br label %52

52:                                               ; preds = %50, %41
  %53 = load i64, ptr %8, align 8
  %54 = icmp ne i64 %53, 0
  br i1 %54, label %55, label %59

55:                                               ; preds = %52
  %56 = load i64, ptr %7, align 8
  %57 = urem i64 %56, 2
  %58 = icmp ne i64 %57, 0
  br label %59

59:                                               ; preds = %55, %52
  %60 = phi i1 [ false, %52 ], [ %58, %55 ]
  %61 = zext i1 %60 to i32
  %62 = load i32, ptr %11, align 4
  %63 = add i32 %61, %62
  %64 = load ptr addrspace(1), ptr %5, align 8
  %65 = load i64, ptr %7, align 8
  %66 = getelementptr inbounds nuw i32, ptr addrspace(1) %64, i64 %65
  store i32 %63, ptr addrspace(1) %66, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #3 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
