; ModuleID = 'fill.cl'
source_filename = "fill.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@__const.run.other = private unnamed_addr addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %2 = alloca ptr addrspace(1), align 8
  %3 = alloca i64, align 8
  %4 = alloca [16 x i32], align 4
  %5 = alloca [4 x i32], align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %2, align 8
  %9 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  store i64 %9, ptr %3, align 8
  call void @llvm.memset.p0.i64(ptr align 4 %4, i8 0, i64 64, i1 false)
  call void @llvm.memcpy.p0.p2.i64(ptr align 4 %5, ptr addrspace(2) align 4 @__const.run.other, i64 16, i1 false)
  store i32 0, ptr %6, align 4
  br label %10

10:                                               ; preds = %29, %1
  %11 = load i32, ptr %6, align 4
  %12 = icmp slt i32 %11, 4
  br i1 %12, label %13, label %32

13:                                               ; preds = %10
  %14 = load i32, ptr %6, align 4
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds [4 x i32], ptr %5, i64 0, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = load i64, ptr %3, align 8
  %19 = add i64 %18, 1
  %20 = trunc i64 %19 to i32
  %21 = mul nsw i32 %17, %20
  %22 = load i64, ptr %3, align 8
  %23 = mul i64 %22, 3
  %24 = load i32, ptr %6, align 4
  %25 = sext i32 %24 to i64
  %26 = add i64 %23, %25
  %27 = and i64 %26, 15
  %28 = getelementptr inbounds [16 x i32], ptr %4, i64 0, i64 %27
  store i32 %21, ptr %28, align 4
  br label %29

29:                                               ; preds = %13
  %30 = load i32, ptr %6, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %6, align 4
  br label %10

32:                                               ; preds = %10
  store i32 0, ptr %7, align 4
  store i32 0, ptr %8, align 4
  br label %33

33:                                               ; preds = %45, %32
  %34 = load i32, ptr %8, align 4
  %35 = icmp slt i32 %34, 16
  br i1 %35, label %36, label %48

36:                                               ; preds = %33
  %37 = load i32, ptr %7, align 4
  %38 = mul nsw i32 %37, 2
  %39 = load i32, ptr %8, align 4
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds [16 x i32], ptr %4, i64 0, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = srem i32 %42, 2
  %44 = add nsw i32 %38, %43
  store i32 %44, ptr %7, align 4
  br label %45

45:                                               ; preds = %36
  %46 = load i32, ptr %8, align 4
  %47 = add nsw i32 %46, 1
  store i32 %47, ptr %8, align 4
  br label %33

48:                                               ; preds = %33
  %49 = load i32, ptr %7, align 4
  %50 = load ptr addrspace(1), ptr %2, align 8
  %51 = load i64, ptr %3, align 8
  %52 = mul i64 2, %51
  %53 = getelementptr inbounds i32, ptr addrspace(1) %50, i64 %52
  store i32 %49, ptr addrspace(1) %53, align 4
  %54 = load i64, ptr %3, align 8
  %55 = add i64 %54, 3
  %56 = and i64 %55, 15
  %57 = getelementptr inbounds [16 x i32], ptr %4, i64 0, i64 %56
  %58 = load i32, ptr %57, align 4
  %59 = load ptr addrspace(1), ptr %2, align 8
  %60 = load i64, ptr %3, align 8
  %61 = mul i64 2, %60
  %62 = add i64 %61, 1
  %63 = getelementptr inbounds i32, ptr addrspace(1) %59, i64 %62
  store i32 %58, ptr addrspace(1) %63, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p2.i64(ptr noalias nocapture writeonly, ptr addrspace(2) noalias nocapture readonly, i64, i1 immarg) #3

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nounwind willreturn memory(none) }

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
!6 = !{!"int*"}
!7 = !{!""}
!8 = !{i32 4, i32 1, i32 1}
