; ModuleID = 'constants.cl'
source_filename = "constants.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.anon = type { i8, i16 }

@primes = dso_local addrspace(2) constant [6 x i32] [i32 2, i32 3, i32 5, i32 7, i32 11, i32 13], align 4
@weights = dso_local addrspace(2) constant <4 x float> <float 1.000000e+00, float 2.000000e+00, float 4.000000e+00, float 8.000000e+00>, align 16
@pairs = dso_local addrspace(2) constant [2 x %struct.anon] [%struct.anon { i8 97, i16 1 }, %struct.anon { i8 122, i16 -26 }], align 2

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %7 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %7, ptr %5, align 8
  %8 = load ptr addrspace(1), ptr %3, align 8
  %9 = load i64, ptr %5, align 8
  %10 = getelementptr inbounds i32, ptr addrspace(1) %8, i64 %9
  %11 = load i32, ptr addrspace(1) %10, align 4
  store i32 %11, ptr %6, align 4
  %12 = load i32, ptr %6, align 4
  %13 = srem i32 %12, 6
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds [6 x i32], ptr addrspace(2) @primes, i64 0, i64 %14
  %16 = load i32, ptr addrspace(2) %15, align 4
  %17 = load ptr addrspace(1), ptr %4, align 8
  %18 = load i64, ptr %5, align 8
  %19 = mul i64 4, %18
  %20 = getelementptr inbounds i32, ptr addrspace(1) %17, i64 %19
  store i32 %16, ptr addrspace(1) %20, align 4
  %21 = load <4 x float>, ptr addrspace(2) @weights, align 16
  %22 = load i32, ptr %6, align 4
  %23 = sitofp i32 %22 to float
  %24 = insertelement <4 x float> poison, float %23, i64 0
  %25 = shufflevector <4 x float> %24, <4 x float> poison, <4 x i32> zeroinitializer
  %26 = call spir_func float @_Z3dotDv4_fS_(<4 x float> noundef %21, <4 x float> noundef %25) #2
  %27 = fptosi float %26 to i32
  %28 = load ptr addrspace(1), ptr %4, align 8
  %29 = load i64, ptr %5, align 8
  %30 = mul i64 4, %29
  %31 = add i64 %30, 1
  %32 = getelementptr inbounds i32, ptr addrspace(1) %28, i64 %31
  store i32 %27, ptr addrspace(1) %32, align 4
  %33 = load i32, ptr %6, align 4
  %34 = and i32 %33, 1
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds [2 x %struct.anon], ptr addrspace(2) @pairs, i64 0, i64 %35
  %37 = getelementptr inbounds %struct.anon, ptr addrspace(2) %36, i32 0, i32 0
  %38 = load i8, ptr addrspace(2) %37, align 2
  %39 = sext i8 %38 to i32
  %40 = load ptr addrspace(1), ptr %4, align 8
  %41 = load i64, ptr %5, align 8
  %42 = mul i64 4, %41
  %43 = add i64 %42, 2
  %44 = getelementptr inbounds i32, ptr addrspace(1) %40, i64 %43
  store i32 %39, ptr addrspace(1) %44, align 4
  %45 = load i32, ptr %6, align 4
  %46 = and i32 %45, 1
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds [2 x %struct.anon], ptr addrspace(2) @pairs, i64 0, i64 %47
  %49 = getelementptr inbounds %struct.anon, ptr addrspace(2) %48, i32 0, i32 1
  %50 = load i16, ptr addrspace(2) %49, align 2
  %51 = sext i16 %50 to i32
  %52 = load ptr addrspace(1), ptr %4, align 8
  %53 = load i64, ptr %5, align 8
  %54 = mul i64 4, %53
  %55 = add i64 %54, 3
  %56 = getelementptr inbounds i32, ptr addrspace(1) %52, i64 %55
  store i32 %51, ptr addrspace(1) %56, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3dotDv4_fS_(<4 x float> noundef, <4 x float> noundef) #1

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
!8 = !{i32 4, i32 1, i32 1}
