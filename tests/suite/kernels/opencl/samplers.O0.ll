; ModuleID = 'samplers.cl'
source_filename = "samplers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %1, target("spirv.Sampler") %2, ptr addrspace(1) noundef align 4 %3) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %5 = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), align 8
  %6 = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), align 8
  %7 = alloca target("spirv.Sampler"), align 8
  %8 = alloca ptr addrspace(1), align 8
  %9 = alloca target("spirv.Sampler"), align 8
  %10 = alloca target("spirv.Sampler"), align 8
  %11 = alloca target("spirv.Sampler"), align 8
  %12 = alloca <2 x i32>, align 8
  %13 = alloca <2 x i32>, align 8
  %14 = alloca <2 x float>, align 8
  %15 = alloca <2 x float>, align 8
  %16 = alloca <2 x float>, align 8
  %17 = alloca i32, align 4
  %18 = alloca <2 x i32>, align 8
  %19 = alloca <4 x float>, align 16
  %20 = alloca <2 x i32>, align 8
  %21 = alloca <4 x float>, align 16
  %22 = alloca <4 x i32>, align 16
  %23 = alloca <4 x float>, align 16
  %24 = alloca <2 x float>, align 8
  %25 = alloca <4 x float>, align 16
  %26 = alloca <2 x float>, align 8
  %27 = alloca <4 x float>, align 16
  %28 = alloca <2 x float>, align 8
  %29 = alloca <4 x float>, align 16
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, ptr %5, align 8
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %1, ptr %6, align 8
  store target("spirv.Sampler") %2, ptr %7, align 8
  store ptr addrspace(1) %3, ptr %8, align 8
  %30 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 36)
  store target("spirv.Sampler") %30, ptr %9, align 8
  %31 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 23)
  store target("spirv.Sampler") %31, ptr %10, align 8
  %32 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 41)
  store target("spirv.Sampler") %32, ptr %11, align 8
  %33 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  %34 = trunc i64 %33 to i32
  %35 = insertelement <2 x i32> poison, i32 %34, i32 0
  %36 = call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #3
  %37 = trunc i64 %36 to i32
  %38 = insertelement <2 x i32> %35, i32 %37, i32 1
  store <2 x i32> %38, ptr %13, align 8
  %39 = load <2 x i32>, ptr %13, align 8
  store <2 x i32> %39, ptr %12, align 8
  %40 = load <2 x i32>, ptr %12, align 8
  %41 = call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %40) #3
  store <2 x float> %41, ptr %14, align 8
  %42 = load <2 x float>, ptr %14, align 8
  %43 = fadd <2 x float> %42, <float 5.000000e-01, float 5.000000e-01>
  store <2 x float> <float 4.000000e+00, float 2.000000e+00>, ptr %16, align 8
  %44 = load <2 x float>, ptr %16, align 8
  %45 = fdiv <2 x float> %43, %44, !fpmath !9
  store <2 x float> %45, ptr %15, align 8
  %46 = load <2 x i32>, ptr %12, align 8
  %47 = extractelement <2 x i32> %46, i64 1
  %48 = mul nsw i32 %47, 4
  %49 = load <2 x i32>, ptr %12, align 8
  %50 = extractelement <2 x i32> %49, i64 0
  %51 = add nsw i32 %48, %50
  store i32 %51, ptr %17, align 4
  %52 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %53 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 18)
  %54 = load <2 x i32>, ptr %12, align 8
  store <2 x i32> <i32 2, i32 -1>, ptr %18, align 8
  %55 = load <2 x i32>, ptr %18, align 8
  %56 = add <2 x i32> %54, %55
  %57 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %52, target("spirv.Sampler") %53, <2 x i32> noundef %56) #4
  store <4 x float> %57, ptr %19, align 16
  %58 = load <4 x float>, ptr %19, align 16
  %59 = extractelement <4 x float> %58, i64 0
  %60 = load ptr addrspace(1), ptr %8, align 8
  %61 = load i32, ptr %17, align 4
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds float, ptr addrspace(1) %60, i64 %62
  store float %59, ptr addrspace(1) %63, align 4
  %64 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %65 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 20)
  %66 = load <2 x i32>, ptr %12, align 8
  store <2 x i32> <i32 1, i32 0>, ptr %20, align 8
  %67 = load <2 x i32>, ptr %20, align 8
  %68 = sub <2 x i32> %66, %67
  %69 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %64, target("spirv.Sampler") %65, <2 x i32> noundef %68) #4
  store <4 x float> %69, ptr %21, align 16
  %70 = load <4 x float>, ptr %21, align 16
  %71 = extractelement <4 x float> %70, i64 0
  %72 = load ptr addrspace(1), ptr %8, align 8
  %73 = load i32, ptr %17, align 4
  %74 = add nsw i32 8, %73
  %75 = sext i32 %74 to i64
  %76 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %75
  store float %71, ptr addrspace(1) %76, align 4
  %77 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %6, align 8
  %78 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 18)
  %79 = load <2 x i32>, ptr %12, align 8
  %80 = mul <2 x i32> %79, <i32 2, i32 2>
  %81 = call spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %77, target("spirv.Sampler") %78, <2 x i32> noundef %80) #4
  store <4 x i32> %81, ptr %22, align 16
  %82 = load <4 x i32>, ptr %22, align 16
  %83 = extractelement <4 x i32> %82, i64 0
  %84 = uitofp i32 %83 to float
  %85 = load ptr addrspace(1), ptr %8, align 8
  %86 = load i32, ptr %17, align 4
  %87 = add nsw i32 16, %86
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds float, ptr addrspace(1) %85, i64 %88
  store float %84, ptr addrspace(1) %89, align 4
  %90 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %91 = load target("spirv.Sampler"), ptr %9, align 8
  %92 = load <2 x float>, ptr %14, align 8
  %93 = fadd <2 x float> %92, <float 1.000000e+00, float 1.000000e+00>
  %94 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %90, target("spirv.Sampler") %91, <2 x float> noundef %93) #4
  store <4 x float> %94, ptr %23, align 16
  %95 = load <4 x float>, ptr %23, align 16
  %96 = extractelement <4 x float> %95, i64 0
  %97 = load ptr addrspace(1), ptr %8, align 8
  %98 = load i32, ptr %17, align 4
  %99 = add nsw i32 24, %98
  %100 = sext i32 %99 to i64
  %101 = getelementptr inbounds float, ptr addrspace(1) %97, i64 %100
  store float %96, ptr addrspace(1) %101, align 4
  %102 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %103 = load target("spirv.Sampler"), ptr %7, align 8
  %104 = load <2 x float>, ptr %14, align 8
  store <2 x float> <float 1.250000e+00, float 1.000000e+00>, ptr %24, align 8
  %105 = load <2 x float>, ptr %24, align 8
  %106 = fadd <2 x float> %104, %105
  %107 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %102, target("spirv.Sampler") %103, <2 x float> noundef %106) #4
  store <4 x float> %107, ptr %25, align 16
  %108 = load <4 x float>, ptr %25, align 16
  %109 = extractelement <4 x float> %108, i64 0
  %110 = load ptr addrspace(1), ptr %8, align 8
  %111 = load i32, ptr %17, align 4
  %112 = add nsw i32 32, %111
  %113 = sext i32 %112 to i64
  %114 = getelementptr inbounds float, ptr addrspace(1) %110, i64 %113
  store float %109, ptr addrspace(1) %114, align 4
  %115 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %116 = load target("spirv.Sampler"), ptr %10, align 8
  %117 = load <2 x float>, ptr %15, align 8
  store <2 x float> <float 1.250000e+00, float -1.000000e+00>, ptr %26, align 8
  %118 = load <2 x float>, ptr %26, align 8
  %119 = fadd <2 x float> %117, %118
  %120 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %115, target("spirv.Sampler") %116, <2 x float> noundef %119) #4
  store <4 x float> %120, ptr %27, align 16
  %121 = load <4 x float>, ptr %27, align 16
  %122 = extractelement <4 x float> %121, i64 0
  %123 = load ptr addrspace(1), ptr %8, align 8
  %124 = load i32, ptr %17, align 4
  %125 = add nsw i32 40, %124
  %126 = sext i32 %125 to i64
  %127 = getelementptr inbounds float, ptr addrspace(1) %123, i64 %126
  store float %122, ptr addrspace(1) %127, align 4
  %128 = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %5, align 8
  %129 = load target("spirv.Sampler"), ptr %11, align 8
  %130 = load <2 x float>, ptr %15, align 8
  store <2 x float> <float 1.250000e-01, float 1.000000e+00>, ptr %28, align 8
  %131 = load <2 x float>, ptr %28, align 8
  %132 = fadd <2 x float> %130, %131
  %133 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %128, target("spirv.Sampler") %129, <2 x float> noundef %132) #4
  store <4 x float> %133, ptr %29, align 16
  %134 = load <4 x float>, ptr %29, align 16
  %135 = extractelement <4 x float> %134, i64 0
  %136 = load ptr addrspace(1), ptr %8, align 8
  %137 = load i32, ptr %17, align 4
  %138 = add nsw i32 48, %137
  %139 = sext i32 %138 to i64
  %140 = getelementptr inbounds float, ptr addrspace(1) %136, i64 %139
  store float %135, ptr addrspace(1) %140, align 4
  ret void
}

declare dso_local spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef) #1

; Function Attrs: convergent nounwind willreturn memory(read)
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32> noundef) #2

; Function Attrs: convergent nounwind willreturn memory(read)
declare dso_local spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32> noundef) #2

; Function Attrs: convergent nounwind willreturn memory(read)
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float> noundef) #2

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind willreturn memory(none) }
attributes #4 = { convergent nounwind willreturn memory(read) }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1, i32 1, i32 0, i32 1}
!5 = !{!"read_only", !"read_only", !"none", !"none"}
!6 = !{!"image2d_t", !"image2d_t", !"sampler_t", !"float*"}
!7 = !{!"", !"", !"", !""}
!8 = !{i32 4, i32 2, i32 1}
!9 = !{float 2.500000e+00}
