; ModuleID = 'conversions.cl'
source_filename = "conversions.cl"
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
  %13 = fmul float %12, 1.000000e+09
  %14 = call spir_func i32 @_Z15convert_int_satf(float noundef %13) #2
  %15 = load ptr addrspace(1), ptr %4, align 8
  %16 = load i64, ptr %5, align 8
  %17 = mul i64 8, %16
  %18 = getelementptr inbounds i32, ptr addrspace(1) %15, i64 %17
  store i32 %14, ptr addrspace(1) %18, align 4
  %19 = load float, ptr %6, align 4
  %20 = call spir_func zeroext i8 @_Z17convert_uchar_satf(float noundef %19) #2
  %21 = zext i8 %20 to i32
  %22 = load ptr addrspace(1), ptr %4, align 8
  %23 = load i64, ptr %5, align 8
  %24 = mul i64 8, %23
  %25 = add i64 %24, 1
  %26 = getelementptr inbounds i32, ptr addrspace(1) %22, i64 %25
  store i32 %21, ptr addrspace(1) %26, align 4
  %27 = load float, ptr %6, align 4
  %28 = call spir_func i32 @_Z15convert_int_rtef(float noundef %27) #2
  %29 = load ptr addrspace(1), ptr %4, align 8
  %30 = load i64, ptr %5, align 8
  %31 = mul i64 8, %30
  %32 = add i64 %31, 2
  %33 = getelementptr inbounds i32, ptr addrspace(1) %29, i64 %32
  store i32 %28, ptr addrspace(1) %33, align 4
  %34 = load float, ptr %6, align 4
  %35 = call spir_func i32 @_Z15convert_int_rtpf(float noundef %34) #2
  %36 = load ptr addrspace(1), ptr %4, align 8
  %37 = load i64, ptr %5, align 8
  %38 = mul i64 8, %37
  %39 = add i64 %38, 3
  %40 = getelementptr inbounds i32, ptr addrspace(1) %36, i64 %39
  store i32 %35, ptr addrspace(1) %40, align 4
  %41 = load float, ptr %6, align 4
  %42 = call spir_func i32 @_Z15convert_int_rtnf(float noundef %41) #2
  %43 = load ptr addrspace(1), ptr %4, align 8
  %44 = load i64, ptr %5, align 8
  %45 = mul i64 8, %44
  %46 = add i64 %45, 4
  %47 = getelementptr inbounds i32, ptr addrspace(1) %43, i64 %46
  store i32 %42, ptr addrspace(1) %47, align 4
  %48 = load float, ptr %6, align 4
  %49 = fmul float %48, 1.000000e+02
  %50 = fptosi float %49 to i32
  %51 = call spir_func signext i8 @_Z16convert_char_sati(i32 noundef %50) #2
  %52 = sext i8 %51 to i32
  %53 = load ptr addrspace(1), ptr %4, align 8
  %54 = load i64, ptr %5, align 8
  %55 = mul i64 8, %54
  %56 = add i64 %55, 5
  %57 = getelementptr inbounds i32, ptr addrspace(1) %53, i64 %56
  store i32 %52, ptr addrspace(1) %57, align 4
  %58 = load float, ptr %6, align 4
  %59 = fptosi float %58 to i32
  %60 = add nsw i32 16777217, %59
  %61 = call spir_func float @_Z17convert_float_rtei(i32 noundef %60) #2
  %62 = bitcast float %61 to i32
  %63 = load ptr addrspace(1), ptr %4, align 8
  %64 = load i64, ptr %5, align 8
  %65 = mul i64 8, %64
  %66 = add i64 %65, 6
  %67 = getelementptr inbounds i32, ptr addrspace(1) %63, i64 %66
  store i32 %62, ptr addrspace(1) %67, align 4
  %68 = load float, ptr %6, align 4
  %69 = fptosi float %68 to i32
  %70 = call spir_func i32 @_Z16convert_uint_sati(i32 noundef %69) #2
  %71 = load ptr addrspace(1), ptr %4, align 8
  %72 = load i64, ptr %5, align 8
  %73 = mul i64 8, %72
  %74 = add i64 %73, 7
  %75 = getelementptr inbounds i32, ptr addrspace(1) %71, i64 %74
  store i32 %70, ptr addrspace(1) %75, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_satf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func zeroext i8 @_Z17convert_uchar_satf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtef(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtpf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z15convert_int_rtnf(float noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func signext i8 @_Z16convert_char_sati(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func float @_Z17convert_float_rtei(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z16convert_uint_sati(i32 noundef) #1

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
