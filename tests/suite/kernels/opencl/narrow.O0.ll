; ModuleID = 'narrow.cl'
source_filename = "narrow.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 1 %0, ptr addrspace(1) noundef align 2 %1, ptr addrspace(1) noundef align 8 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  %9 = alloca i16, align 2
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %10 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %10, ptr %7, align 8
  %11 = load ptr addrspace(1), ptr %4, align 8
  %12 = load i64, ptr %7, align 8
  %13 = getelementptr inbounds i8, ptr addrspace(1) %11, i64 %12
  %14 = load i8, ptr addrspace(1) %13, align 1
  store i8 %14, ptr %8, align 1
  %15 = load ptr addrspace(1), ptr %5, align 8
  %16 = load i64, ptr %7, align 8
  %17 = getelementptr inbounds i16, ptr addrspace(1) %15, i64 %16
  %18 = load i16, ptr addrspace(1) %17, align 2
  store i16 %18, ptr %9, align 2
  %19 = load i8, ptr %8, align 1
  %20 = sext i8 %19 to i64
  %21 = load i16, ptr %9, align 2
  %22 = zext i16 %21 to i64
  %23 = mul nsw i64 %20, %22
  %24 = load ptr addrspace(1), ptr %6, align 8
  %25 = load i64, ptr %7, align 8
  %26 = mul i64 4, %25
  %27 = getelementptr inbounds i64, ptr addrspace(1) %24, i64 %26
  store i64 %23, ptr addrspace(1) %27, align 8
  %28 = load i8, ptr %8, align 1
  %29 = sext i8 %28 to i32
  %30 = add nsw i32 %29, 200
  %31 = trunc i32 %30 to i8
  %32 = zext i8 %31 to i64
  %33 = load ptr addrspace(1), ptr %6, align 8
  %34 = load i64, ptr %7, align 8
  %35 = mul i64 4, %34
  %36 = add i64 %35, 1
  %37 = getelementptr inbounds i64, ptr addrspace(1) %33, i64 %36
  store i64 %32, ptr addrspace(1) %37, align 8
  %38 = load i16, ptr %9, align 2
  %39 = zext i16 %38 to i32
  %40 = mul nsw i32 %39, 3
  %41 = trunc i32 %40 to i16
  %42 = sext i16 %41 to i64
  %43 = load ptr addrspace(1), ptr %6, align 8
  %44 = load i64, ptr %7, align 8
  %45 = mul i64 4, %44
  %46 = add i64 %45, 2
  %47 = getelementptr inbounds i64, ptr addrspace(1) %43, i64 %46
  store i64 %42, ptr addrspace(1) %47, align 8
  %48 = load i16, ptr %9, align 2
  %49 = zext i16 %48 to i64
  %50 = shl i64 %49, 33
  %51 = load i8, ptr %8, align 1
  %52 = sext i8 %51 to i32
  %53 = and i32 %52, 7
  %54 = zext i32 %53 to i64
  %55 = and i64 %54, 63
  %56 = ashr i64 %50, %55
  %57 = load ptr addrspace(1), ptr %6, align 8
  %58 = load i64, ptr %7, align 8
  %59 = mul i64 4, %58
  %60 = add i64 %59, 3
  %61 = getelementptr inbounds i64, ptr addrspace(1) %57, i64 %60
  store i64 %56, ptr addrspace(1) %61, align 8
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
!6 = !{!"char*", !"ushort*", !"long*"}
!7 = !{!"const", !"const", !""}
!8 = !{i32 4, i32 1, i32 1}
