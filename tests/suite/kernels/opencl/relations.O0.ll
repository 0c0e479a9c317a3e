; ModuleID = 'relations.cl'
source_filename = "relations.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = alloca <2 x i32>, align 8
  %9 = alloca <2 x float>, align 8
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %10 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %10, ptr %5, align 8
  %11 = load ptr addrspace(1), ptr %3, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds float, ptr addrspace(1) %11, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  store float %14, ptr %6, align 4
  %15 = load float, ptr %6, align 4
  %16 = fdiv float %15, 0.000000e+00, !fpmath !9
  store float %16, ptr %7, align 4
  %17 = load float, ptr %7, align 4
  %18 = load float, ptr %7, align 4
  %19 = fsub float %17, %18
  %20 = call spir_func i32 @_Z5isnanf(float noundef %19) #2
  %21 = load float, ptr %7, align 4
  %22 = call spir_func i32 @_Z5isinff(float noundef %21) #2
  %23 = mul nsw i32 2, %22
  %24 = add nsw i32 %20, %23
  %25 = load float, ptr %6, align 4
  %26 = call spir_func i32 @_Z8isfinitef(float noundef %25) #2
  %27 = mul nsw i32 4, %26
  %28 = add nsw i32 %24, %27
  %29 = load float, ptr %6, align 4
  %30 = call spir_func i32 @_Z7signbitf(float noundef %29) #2
  %31 = icmp ne i32 %30, 0
  %32 = zext i1 %31 to i32
  %33 = mul nsw i32 8, %32
  %34 = add nsw i32 %28, %33
  %35 = load ptr addrspace(1), ptr %4, align 8
  %36 = load i64, ptr %5, align 8
  %37 = mul i64 6, %36
  %38 = getelementptr inbounds i32, ptr addrspace(1) %35, i64 %37
  store i32 %34, ptr addrspace(1) %38, align 4
  %39 = load float, ptr %6, align 4
  %40 = call spir_func i32 @_Z6islessff(float noundef %39, float noundef 2.000000e+00) #2
  %41 = load float, ptr %6, align 4
  %42 = call spir_func i32 @_Z14isgreaterequalff(float noundef %41, float noundef 2.000000e+00) #2
  %43 = mul nsw i32 2, %42
  %44 = add nsw i32 %40, %43
  %45 = load float, ptr %6, align 4
  %46 = load float, ptr %7, align 4
  %47 = load float, ptr %7, align 4
  %48 = fsub float %46, %47
  %49 = call spir_func i32 @_Z11isunorderedff(float noundef %45, float noundef %48) #2
  %50 = mul nsw i32 4, %49
  %51 = add nsw i32 %44, %50
  %52 = load ptr addrspace(1), ptr %4, align 8
  %53 = load i64, ptr %5, align 8
  %54 = mul i64 6, %53
  %55 = add i64 %54, 1
  %56 = getelementptr inbounds i32, ptr addrspace(1) %52, i64 %55
  store i32 %51, ptr addrspace(1) %56, align 4
  %57 = load float, ptr %6, align 4
  %58 = insertelement <2 x float> poison, float %57, i32 0
  %59 = insertelement <2 x float> %58, float 2.000000e+00, i32 1
  store <2 x float> %59, ptr %9, align 8
  %60 = load <2 x float>, ptr %9, align 8
  %61 = call spir_func <2 x i32> @_Z9isgreaterDv2_fS_(<2 x float> noundef %60, <2 x float> noundef <float 1.000000e+00, float 1.000000e+00>) #2
  store <2 x i32> %61, ptr %8, align 8
  %62 = load <2 x i32>, ptr %8, align 8
  %63 = extractelement <2 x i32> %62, i64 0
  %64 = load <2 x i32>, ptr %8, align 8
  %65 = extractelement <2 x i32> %64, i64 1
  %66 = mul nsw i32 10, %65
  %67 = add nsw i32 %63, %66
  %68 = load ptr addrspace(1), ptr %4, align 8
  %69 = load i64, ptr %5, align 8
  %70 = mul i64 6, %69
  %71 = add i64 %70, 2
  %72 = getelementptr inbounds i32, ptr addrspace(1) %68, i64 %71
  store i32 %67, ptr addrspace(1) %72, align 4
  %73 = load <2 x i32>, ptr %8, align 8
  %74 = call spir_func i32 @_Z3anyDv2_i(<2 x i32> noundef %73) #2
  %75 = load <2 x i32>, ptr %8, align 8
  %76 = call spir_func i32 @_Z3allDv2_i(<2 x i32> noundef %75) #2
  %77 = mul nsw i32 2, %76
  %78 = add nsw i32 %74, %77
  %79 = load ptr addrspace(1), ptr %4, align 8
  %80 = load i64, ptr %5, align 8
  %81 = mul i64 6, %80
  %82 = add i64 %81, 3
  %83 = getelementptr inbounds i32, ptr addrspace(1) %79, i64 %82
  store i32 %78, ptr addrspace(1) %83, align 4
  %84 = load float, ptr %6, align 4
  %85 = fptosi float %84 to i32
  %86 = call spir_func i32 @_Z9bitselectiii(i32 noundef 3855, i32 noundef %85, i32 noundef 255) #2
  %87 = load ptr addrspace(1), ptr %4, align 8
  %88 = load i64, ptr %5, align 8
  %89 = mul i64 6, %88
  %90 = add i64 %89, 4
  %91 = getelementptr inbounds i32, ptr addrspace(1) %87, i64 %90
  store i32 %86, ptr addrspace(1) %91, align 4
  %92 = load float, ptr %6, align 4
  %93 = fcmp ogt float %92, 1.000000e+00
  %94 = zext i1 %93 to i32
  %95 = call spir_func i32 @_Z6selectiii(i32 noundef 5, i32 noundef 7, i32 noundef %94) #2
  %96 = load ptr addrspace(1), ptr %4, align 8
  %97 = load i64, ptr %5, align 8
  %98 = mul i64 6, %97
  %99 = add i64 %98, 5
  %100 = getelementptr inbounds i32, ptr addrspace(1) %96, i64 %99
  store i32 %95, ptr addrspace(1) %100, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5isnanf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5isinff(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8isfinitef(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7signbitf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6islessff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z14isgreaterequalff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z11isunorderedff(float noundef, float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <2 x i32> @_Z9isgreaterDv2_fS_(<2 x float> noundef, <2 x float> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3anyDv2_i(<2 x i32> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3allDv2_i(<2 x i32> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z9bitselectiii(i32 noundef, i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6selectiii(i32 noundef, i32 noundef, i32 noundef) #1

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
!6 = !{!"float*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{float 2.500000e+00}
