; ModuleID = 'functions.cl'
source_filename = "functions.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca float, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %7 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %7, ptr %5, align 8
  %8 = load ptr addrspace(1), ptr %3, align 8
  %9 = load i64, ptr %5, align 8
  %10 = getelementptr inbounds float, ptr addrspace(1) %8, i64 %9
  %11 = load float, ptr addrspace(1) %10, align 4
  store float %11, ptr %6, align 4
  %12 = load float, ptr %6, align 4
  %13 = call spir_func float @_Z4sqrtf(float noundef %12) #2, !fpmath !9
  %14 = load ptr addrspace(1), ptr %4, align 8
  %15 = load i64, ptr %5, align 8
  %16 = mul i64 8, %15
  %17 = getelementptr inbounds float, ptr addrspace(1) %14, i64 %16
  store float %13, ptr addrspace(1) %17, align 4
  %18 = load float, ptr %6, align 4
  %19 = fsub float %18, 3.000000e+00
  %20 = call spir_func float @_Z4fabsf(float noundef %19) #2
  %21 = load ptr addrspace(1), ptr %4, align 8
  %22 = load i64, ptr %5, align 8
  %23 = mul i64 8, %22
  %24 = add i64 %23, 1
  %25 = getelementptr inbounds float, ptr addrspace(1) %21, i64 %24
  store float %20, ptr addrspace(1) %25, align 4
  %26 = load float, ptr %6, align 4
  %27 = fmul float %26, 1.500000e+00
  %28 = call spir_func float @_Z5floorf(float noundef %27) #2
  %29 = load ptr addrspace(1), ptr %4, align 8
  %30 = load i64, ptr %5, align 8
  %31 = mul i64 8, %30
  %32 = add i64 %31, 2
  %33 = getelementptr inbounds float, ptr addrspace(1) %29, i64 %32
  store float %28, ptr addrspace(1) %33, align 4
  %34 = load float, ptr %6, align 4
  %35 = call spir_func float @_Z3powff(float noundef %34, float noundef 2.000000e+00) #2
  %36 = load ptr addrspace(1), ptr %4, align 8
  %37 = load i64, ptr %5, align 8
  %38 = mul i64 8, %37
  %39 = add i64 %38, 3
  %40 = getelementptr inbounds float, ptr addrspace(1) %36, i64 %39
  store float %35, ptr addrspace(1) %40, align 4
  %41 = load float, ptr %6, align 4
  %42 = call spir_func float @_Z4exp2f(float noundef %41) #2
  %43 = load ptr addrspace(1), ptr %4, align 8
  %44 = load i64, ptr %5, align 8
  %45 = mul i64 8, %44
  %46 = add i64 %45, 4
  %47 = getelementptr inbounds float, ptr addrspace(1) %43, i64 %46
  store float %42, ptr addrspace(1) %47, align 4
  %48 = load float, ptr %6, align 4
  %49 = call spir_func float @_Z4fminff(float noundef %48, float noundef 2.000000e+00) #2
  %50 = load float, ptr %6, align 4
  %51 = call spir_func float @_Z4fmaxff(float noundef %50, float noundef 2.000000e+00) #2
  %52 = fadd float %49, %51
  %53 = load ptr addrspace(1), ptr %4, align 8
  %54 = load i64, ptr %5, align 8
  %55 = mul i64 8, %54
  %56 = add i64 %55, 5
  %57 = getelementptr inbounds float, ptr addrspace(1) %53, i64 %56
  store float %52, ptr addrspace(1) %57, align 4
  %58 = load float, ptr %6, align 4
  %59 = call spir_func float @_Z3mixfff(float noundef %58, float noundef 1.000000e+01, float noundef 5.000000e-01) #2
  %60 = load ptr addrspace(1), ptr %4, align 8
  %61 = load i64, ptr %5, align 8
  %62 = mul i64 8, %61
  %63 = add i64 %62, 6
  %64 = getelementptr inbounds float, ptr addrspace(1) %60, i64 %63
  store float %59, ptr addrspace(1) %64, align 4
  %65 = load float, ptr %6, align 4
  %66 = load float, ptr %6, align 4
  %67 = call spir_func float @_Z5hypotff(float noundef %65, float noundef %66) #2
  %68 = load float, ptr %6, align 4
  %69 = load float, ptr %6, align 4
  %70 = call spir_func float @_Z5hypotff(float noundef %68, float noundef %69) #2
  %71 = fmul float %67, %70
  %72 = load ptr addrspace(1), ptr %4, align 8
  %73 = load i64, ptr %5, align 8
  %74 = mul i64 8, %73
  %75 = add i64 %74, 7
  %76 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %75
  store float %71, ptr addrspace(1) %76, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4sqrtf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fabsf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5floorf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3powff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4exp2f(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fminff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fmaxff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3mixfff(float noundef, float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5hypotff(float noundef, float noundef) #1

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
!6 = !{!"float*", !"float*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{float 3.000000e+00}
