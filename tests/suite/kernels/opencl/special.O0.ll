; ModuleID = 'special.cl'
source_filename = "special.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca float, align 4
  %9 = alloca float, align 4
  %10 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %11 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  store i64 %11, ptr %7, align 8
  %12 = load ptr addrspace(1), ptr %4, align 8
  %13 = load i64, ptr %7, align 8
  %14 = getelementptr inbounds float, ptr addrspace(1) %12, i64 %13
  %15 = load float, ptr addrspace(1) %14, align 4
  store float %15, ptr %8, align 4
  %16 = load float, ptr %8, align 4
  %17 = addrspacecast ptr %9 to ptr addrspace(4)
  %18 = call spir_func float @_Z5fractfPU3AS4f(float noundef %16, ptr addrspace(4) noundef %17) #4
  %19 = load ptr addrspace(1), ptr %5, align 8
  %20 = load i64, ptr %7, align 8
  %21 = mul i64 12, %20
  %22 = getelementptr inbounds float, ptr addrspace(1) %19, i64 %21
  store float %18, ptr addrspace(1) %22, align 4
  %23 = load float, ptr %9, align 4
  %24 = load ptr addrspace(1), ptr %5, align 8
  %25 = load i64, ptr %7, align 8
  %26 = mul i64 12, %25
  %27 = add i64 %26, 1
  %28 = getelementptr inbounds float, ptr addrspace(1) %24, i64 %27
  store float %23, ptr addrspace(1) %28, align 4
  %29 = load float, ptr %8, align 4
  %30 = addrspacecast ptr %9 to ptr addrspace(4)
  %31 = call spir_func float @_Z6sincosfPU3AS4f(float noundef %29, ptr addrspace(4) noundef %30) #4
  %32 = load ptr addrspace(1), ptr %5, align 8
  %33 = load i64, ptr %7, align 8
  %34 = mul i64 12, %33
  %35 = add i64 %34, 2
  %36 = getelementptr inbounds float, ptr addrspace(1) %32, i64 %35
  store float %31, ptr addrspace(1) %36, align 4
  %37 = load float, ptr %9, align 4
  %38 = load ptr addrspace(1), ptr %5, align 8
  %39 = load i64, ptr %7, align 8
  %40 = mul i64 12, %39
  %41 = add i64 %40, 3
  %42 = getelementptr inbounds float, ptr addrspace(1) %38, i64 %41
  store float %37, ptr addrspace(1) %42, align 4
  %43 = load float, ptr %8, align 4
  %44 = addrspacecast ptr %10 to ptr addrspace(4)
  %45 = call spir_func float @_Z6remquoffPU3AS4i(float noundef %43, float noundef 7.500000e-01, ptr addrspace(4) noundef %44) #4
  %46 = load ptr addrspace(1), ptr %5, align 8
  %47 = load i64, ptr %7, align 8
  %48 = mul i64 12, %47
  %49 = add i64 %48, 4
  %50 = getelementptr inbounds float, ptr addrspace(1) %46, i64 %49
  store float %45, ptr addrspace(1) %50, align 4
  %51 = load i32, ptr %10, align 4
  %52 = load ptr addrspace(1), ptr %6, align 8
  %53 = load i64, ptr %7, align 8
  %54 = mul i64 2, %53
  %55 = getelementptr inbounds i32, ptr addrspace(1) %52, i64 %54
  store i32 %51, ptr addrspace(1) %55, align 4
  %56 = load float, ptr %8, align 4
  %57 = call spir_func float @_Z4pownfi(float noundef %56, i32 noundef 3) #3
  %58 = load ptr addrspace(1), ptr %5, align 8
  %59 = load i64, ptr %7, align 8
  %60 = mul i64 12, %59
  %61 = add i64 %60, 5
  %62 = getelementptr inbounds float, ptr addrspace(1) %58, i64 %61
  store float %57, ptr addrspace(1) %62, align 4
  %63 = load float, ptr %8, align 4
  %64 = call spir_func float @_Z5rootnfi(float noundef %63, i32 noundef 3) #3
  %65 = load ptr addrspace(1), ptr %5, align 8
  %66 = load i64, ptr %7, align 8
  %67 = mul i64 12, %66
  %68 = add i64 %67, 6
  %69 = getelementptr inbounds float, ptr addrspace(1) %65, i64 %68
  store float %64, ptr addrspace(1) %69, align 4
  %70 = load float, ptr %8, align 4
  %71 = call spir_func float @_Z3erff(float noundef %70) #3
  %72 = load ptr addrspace(1), ptr %5, align 8
  %73 = load i64, ptr %7, align 8
  %74 = mul i64 12, %73
  %75 = add i64 %74, 7
  %76 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %75
  store float %71, ptr addrspace(1) %76, align 4
  %77 = load float, ptr %8, align 4
  %78 = call spir_func float @_Z4erfcf(float noundef %77) #3
  %79 = load ptr addrspace(1), ptr %5, align 8
  %80 = load i64, ptr %7, align 8
  %81 = mul i64 12, %80
  %82 = add i64 %81, 8
  %83 = getelementptr inbounds float, ptr addrspace(1) %79, i64 %82
  store float %78, ptr addrspace(1) %83, align 4
  %84 = load float, ptr %8, align 4
  %85 = call spir_func float @_Z6tgammaf(float noundef %84) #3
  %86 = load ptr addrspace(1), ptr %5, align 8
  %87 = load i64, ptr %7, align 8
  %88 = mul i64 12, %87
  %89 = add i64 %88, 9
  %90 = getelementptr inbounds float, ptr addrspace(1) %86, i64 %89
  store float %85, ptr addrspace(1) %90, align 4
  %91 = load float, ptr %8, align 4
  %92 = call spir_func float @_Z6lgammaf(float noundef %91) #3
  %93 = load ptr addrspace(1), ptr %5, align 8
  %94 = load i64, ptr %7, align 8
  %95 = mul i64 12, %94
  %96 = add i64 %95, 10
  %97 = getelementptr inbounds float, ptr addrspace(1) %93, i64 %96
  store float %92, ptr addrspace(1) %97, align 4
  %98 = load float, ptr %8, align 4
  %99 = addrspacecast ptr %10 to ptr addrspace(4)
  %100 = call spir_func float @_Z8lgamma_rfPU3AS4i(float noundef %98, ptr addrspace(4) noundef %99) #4
  %101 = load ptr addrspace(1), ptr %5, align 8
  %102 = load i64, ptr %7, align 8
  %103 = mul i64 12, %102
  %104 = add i64 %103, 11
  %105 = getelementptr inbounds float, ptr addrspace(1) %101, i64 %104
  store float %100, ptr addrspace(1) %105, align 4
  %106 = load i32, ptr %10, align 4
  %107 = load ptr addrspace(1), ptr %6, align 8
  %108 = load i64, ptr %7, align 8
  %109 = mul i64 2, %108
  %110 = add i64 %109, 1
  %111 = getelementptr inbounds i32, ptr addrspace(1) %107, i64 %110
  store i32 %106, ptr addrspace(1) %111, align 4
  %112 = load ptr addrspace(1), ptr %4, align 8
  call spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1) noundef %112, i64 noundef 4) #4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z5fractfPU3AS4f(float noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z6sincosfPU3AS4f(float noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z6remquoffPU3AS4i(float noundef, float noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4pownfi(float noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5rootnfi(float noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3erff(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4erfcf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z6tgammaf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z6lgammaf(float noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func float @_Z8lgamma_rfPU3AS4i(float noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1) noundef, i64 noundef) #2

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind willreturn memory(none) }
attributes #4 = { convergent nounwind }

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
!6 = !{!"float*", !"float*", !"int*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
