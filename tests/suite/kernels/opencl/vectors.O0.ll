; ModuleID = 'vectors.cl'
source_filename = "vectors.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 16 %0, ptr addrspace(1) noundef align 16 %1, ptr addrspace(1) noundef align 16 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca <4 x float>, align 16
  %9 = alloca <4 x float>, align 16
  %10 = alloca <4 x i32>, align 16
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %11 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %11, ptr %7, align 8
  %12 = load ptr addrspace(1), ptr %4, align 8
  %13 = load i64, ptr %7, align 8
  %14 = getelementptr inbounds <4 x float>, ptr addrspace(1) %12, i64 %13
  %15 = load <4 x float>, ptr addrspace(1) %14, align 16
  store <4 x float> %15, ptr %8, align 16
  %16 = load <4 x float>, ptr %8, align 16
  %17 = shufflevector <4 x float> %16, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x float> %17, ptr %9, align 16
  %18 = load <4 x float>, ptr %9, align 16
  %19 = shufflevector <4 x float> %18, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %20 = load <4 x float>, ptr %8, align 16
  %21 = shufflevector <4 x float> %20, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %22 = call spir_func <2 x float> @_Z4fmaxDv2_fS_(<2 x float> noundef %19, <2 x float> noundef %21) #2
  %23 = load <4 x float>, ptr %9, align 16
  %24 = shufflevector <2 x float> %22, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %25 = shufflevector <4 x float> %23, <4 x float> %24, <4 x i32> <i32 4, i32 5, i32 2, i32 3>
  store <4 x float> %25, ptr %9, align 16
  %26 = load <4 x float>, ptr %9, align 16
  %27 = call spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> noundef %26, float noundef 1.500000e+00, float noundef 6.500000e+00) #2
  %28 = load ptr addrspace(1), ptr %5, align 8
  %29 = load i64, ptr %7, align 8
  %30 = getelementptr inbounds <4 x float>, ptr addrspace(1) %28, i64 %29
  store <4 x float> %27, ptr addrspace(1) %30, align 16
  %31 = load <4 x float>, ptr %8, align 16
  %32 = load <4 x float>, ptr %9, align 16
  %33 = fcmp olt <4 x float> %31, %32
  %34 = sext <4 x i1> %33 to <4 x i32>
  store <4 x i32> %34, ptr %10, align 16
  %35 = load <4 x float>, ptr %8, align 16
  %36 = call spir_func <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> noundef %35) #2
  %37 = load <4 x i32>, ptr %10, align 16
  %38 = call spir_func <4 x i32> @_Z6selectDv4_iS_S_(<4 x i32> noundef zeroinitializer, <4 x i32> noundef %36, <4 x i32> noundef %37) #2
  %39 = load ptr addrspace(1), ptr %6, align 8
  %40 = load i64, ptr %7, align 8
  %41 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %39, i64 %40
  store <4 x i32> %38, ptr addrspace(1) %41, align 16
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <2 x float> @_Z4fmaxDv2_fS_(<2 x float> noundef, <2 x float> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> noundef, float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <4 x i32> @_Z6selectDv4_iS_S_(<4 x i32> noundef, <4 x i32> noundef, <4 x i32> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> noundef) #1

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
!6 = !{!"float4*", !"float4*", !"int4*"}
!7 = !{!"float __attribute__((ext_vector_type(4)))*", !"float __attribute__((ext_vector_type(4)))*", !"int __attribute__((ext_vector_type(4)))*"}
!8 = !{!"const", !"", !""}
!9 = !{i32 4, i32 1, i32 1}
