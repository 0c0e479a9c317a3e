; ModuleID = 'memory.cl'
source_filename = "memory.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 2 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca <3 x float>, align 16
  %9 = alloca <4 x float>, align 16
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %10 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  store i64 %10, ptr %7, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr addrspace(1), ptr %4, align 8
  %13 = addrspacecast ptr addrspace(1) %12 to ptr addrspace(4)
  %14 = call spir_func <3 x float> @_Z6vload3mPU3AS4Kf(i64 noundef %11, ptr addrspace(4) noundef %13) #5
  %15 = shufflevector <3 x float> %14, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %15, ptr %8, align 16
  %16 = load <4 x float>, ptr %8, align 16
  %17 = shufflevector <4 x float> %16, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %18 = shufflevector <3 x float> %17, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %19 = shufflevector <4 x float> %18, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %20 = load i64, ptr %7, align 8
  %21 = uitofp i64 %20 to float
  %22 = insertelement <4 x float> %19, float %21, i32 3
  store <4 x float> %22, ptr %9, align 16
  %23 = load <4 x float>, ptr %9, align 16
  %24 = load i64, ptr %7, align 8
  %25 = load ptr addrspace(1), ptr %5, align 8
  %26 = addrspacecast ptr addrspace(1) %25 to ptr addrspace(4)
  call spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> noundef %23, i64 noundef %24, ptr addrspace(4) noundef %26) #6
  %27 = load <3 x float>, ptr %8, align 16
  %28 = extractelement <3 x float> %27, i64 0
  %29 = load <3 x float>, ptr %8, align 16
  %30 = extractelement <3 x float> %29, i64 1
  %31 = fadd float %28, %30
  %32 = load i64, ptr %7, align 8
  %33 = load ptr addrspace(1), ptr %6, align 8
  %34 = addrspacecast ptr addrspace(1) %33 to ptr addrspace(4)
  call spir_func void @_Z11vstore_halffmPU3AS4Dh(float noundef %31, i64 noundef %32, ptr addrspace(4) noundef %34) #6
  %35 = load <3 x float>, ptr %8, align 16
  %36 = shufflevector <3 x float> %35, <3 x float> poison, <2 x i32> <i32 0, i32 1>
  %37 = load i64, ptr %7, align 8
  %38 = add i64 %37, 2
  %39 = load ptr addrspace(1), ptr %6, align 8
  %40 = addrspacecast ptr addrspace(1) %39 to ptr addrspace(4)
  call spir_func void @_Z12vstore_half2Dv2_fmPU3AS4Dh(<2 x float> noundef %36, i64 noundef %38, ptr addrspace(4) noundef %40) #6
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(read)
declare dso_local spir_func <3 x float> @_Z6vload3mPU3AS4Kf(i64 noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> noundef, i64 noundef, ptr addrspace(4) noundef) #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z11vstore_halffmPU3AS4Dh(float noundef, i64 noundef, ptr addrspace(4) noundef) #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z12vstore_half2Dv2_fmPU3AS4Dh(<2 x float> noundef, i64 noundef, ptr addrspace(4) noundef) #3

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind willreturn memory(read) }
attributes #6 = { convergent nounwind }

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
!6 = !{!"float*", !"float*", !"half*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
