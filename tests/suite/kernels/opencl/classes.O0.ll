; ModuleID = 'classes.cl'
source_filename = "classes.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@run.shared = internal addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) %0, ptr %2, align 8
  %3 = load ptr addrspace(1), ptr %2, align 8
  call spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %3) #3
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 4 %0) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca ptr addrspace(1), align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr addrspace(4), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(3), align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %2, align 8
  %10 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  store i64 %10, ptr %3, align 8
  %11 = load i64, ptr %3, align 8
  %12 = urem i64 %11, 4
  %13 = add i64 9, %12
  %14 = trunc i64 %13 to i32
  %15 = load i64, ptr %3, align 8
  %16 = getelementptr inbounds nuw [8 x i32], ptr addrspace(3) @run.shared, i64 0, i64 %15
  store i32 %14, ptr addrspace(3) %16, align 4
  %17 = load i64, ptr %3, align 8
  %18 = urem i64 %17, 4
  %19 = add i64 9, %18
  %20 = trunc i64 %19 to i32
  %21 = load ptr addrspace(1), ptr %2, align 8
  %22 = load i64, ptr %3, align 8
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %21, i64 %22
  store i32 %20, ptr addrspace(1) %23, align 4
  call spir_func void @_Z7barrierj(i32 noundef 3) #5
  %24 = load i64, ptr %3, align 8
  %25 = urem i64 %24, 2
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %27, label %31

27:                                               ; preds = %1
  %28 = load i64, ptr %3, align 8
  %29 = getelementptr inbounds nuw i32, ptr addrspace(3) @run.shared, i64 %28
  %30 = addrspacecast ptr addrspace(3) %29 to ptr addrspace(4)
  br label %36

31:                                               ; preds = %1
  %32 = load ptr addrspace(1), ptr %2, align 8
  %33 = load i64, ptr %3, align 8
  %34 = getelementptr inbounds nuw i32, ptr addrspace(1) %32, i64 %33
  %35 = addrspacecast ptr addrspace(1) %34 to ptr addrspace(4)
  br label %36

36:                                               ; preds = %31, %27
  %37 = phi ptr addrspace(4) [ %30, %27 ], [ %35, %31 ]
  store ptr addrspace(4) %37, ptr %4, align 8
  %38 = load ptr addrspace(4), ptr %4, align 8
  %39 = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %38)
  store ptr addrspace(1) %39, ptr %5, align 8
  %40 = load ptr addrspace(4), ptr %4, align 8
  %41 = call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %40)
  store ptr addrspace(3) %41, ptr %6, align 8
  %42 = load ptr addrspace(4), ptr %4, align 8
  %43 = call spir_func ptr @__to_private(ptr addrspace(4) %42)
  store ptr %43, ptr %7, align 8
  %44 = load ptr addrspace(1), ptr %5, align 8
  %45 = icmp ne ptr addrspace(1) %44, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  %46 = zext i1 %45 to i64
  %47 = select i1 %45, i32 256, i32 0
  %48 = load ptr addrspace(3), ptr %6, align 8
  %49 = icmp ne ptr addrspace(3) %48, addrspacecast (ptr addrspace(4) null to ptr addrspace(3))
  %50 = zext i1 %49 to i64
  %51 = select i1 %49, i32 512, i32 0
  %52 = add nsw i32 %47, %51
  %53 = load ptr, ptr %7, align 8
  %54 = icmp ne ptr %53, addrspacecast (ptr addrspace(4) null to ptr)
  %55 = zext i1 %54 to i64
  %56 = select i1 %54, i32 1024, i32 0
  %57 = add nsw i32 %52, %56
  store i32 %57, ptr %8, align 4
  %58 = load ptr addrspace(1), ptr %5, align 8
  %59 = icmp ne ptr addrspace(1) %58, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %59, label %60, label %63

60:                                               ; preds = %36
  %61 = load ptr addrspace(1), ptr %5, align 8
  %62 = load i32, ptr addrspace(1) %61, align 4
  br label %66

63:                                               ; preds = %36
  %64 = load ptr addrspace(3), ptr %6, align 8
  %65 = load i32, ptr addrspace(3) %64, align 4
  br label %66

66:                                               ; preds = %63, %60
  %67 = phi i32 [ %62, %60 ], [ %65, %63 ]
  store i32 %67, ptr %9, align 4
  %68 = load i32, ptr %8, align 4
  %69 = load i32, ptr %9, align 4
  %70 = add i32 %68, %69
  %71 = load ptr addrspace(1), ptr %2, align 8
  %72 = load i64, ptr %3, align 8
  %73 = getelementptr inbounds nuw i32, ptr addrspace(1) %71, i64 %72
  store i32 %70, ptr addrspace(1) %73, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #2

declare dso_local spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))

declare dso_local spir_func ptr addrspace(3) @__to_local(ptr addrspace(4))

declare dso_local spir_func ptr @__to_private(ptr addrspace(4))

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"uint*"}
!7 = !{!""}
!8 = !{i32 8, i32 1, i32 1}
