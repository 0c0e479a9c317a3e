; ModuleID = 'shuffles.cl'
source_filename = "shuffles.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 16 %0, ptr addrspace(1) noundef align 16 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca <4 x float>, align 16
  %7 = alloca <4 x float>, align 16
  %8 = alloca <2 x float>, align 8
  %9 = alloca <2 x float>, align 8
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %10 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %10, ptr %5, align 8
  store <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>, ptr %7, align 16
  %11 = load <4 x float>, ptr %7, align 16
  store <4 x float> %11, ptr %6, align 16
  store <2 x float> <float 1.000000e+01, float 2.000000e+01>, ptr %9, align 8
  %12 = load <2 x float>, ptr %9, align 8
  store <2 x float> %12, ptr %8, align 8
  %13 = load <4 x float>, ptr %6, align 16
  %14 = load ptr addrspace(1), ptr %3, align 8
  %15 = load i64, ptr %5, align 8
  %16 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %14, i64 %15
  %17 = load <4 x i32>, ptr addrspace(1) %16, align 16
  %18 = call spir_func <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> noundef %13, <4 x i32> noundef %17) #2
  %19 = load ptr addrspace(1), ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = mul i64 2, %20
  %22 = getelementptr inbounds <4 x float>, ptr addrspace(1) %19, i64 %21
  store <4 x float> %18, ptr addrspace(1) %22, align 16
  %23 = load <2 x float>, ptr %8, align 8
  %24 = load <2 x float>, ptr %8, align 8
  %25 = fmul <2 x float> %24, <float 3.000000e+00, float 3.000000e+00>
  %26 = load ptr addrspace(1), ptr %3, align 8
  %27 = load i64, ptr %5, align 8
  %28 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %26, i64 %27
  %29 = load <4 x i32>, ptr addrspace(1) %28, align 16
  %30 = call spir_func <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> noundef %23, <2 x float> noundef %25, <4 x i32> noundef %29) #2
  %31 = load ptr addrspace(1), ptr %4, align 8
  %32 = load i64, ptr %5, align 8
  %33 = mul i64 2, %32
  %34 = add i64 %33, 1
  %35 = getelementptr inbounds <4 x float>, ptr addrspace(1) %31, i64 %34
  store <4 x float> %30, ptr addrspace(1) %35, align 16
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> noundef, <4 x i32> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> noundef, <2 x float> noundef, <4 x i32> noundef) #1

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
!6 = !{!"uint4*", !"float4*"}
!7 = !{!"uint __attribute__((ext_vector_type(4)))*", !"float __attribute__((ext_vector_type(4)))*"}
!8 = !{!"const", !""}
!9 = !{i32 4, i32 1, i32 1}
