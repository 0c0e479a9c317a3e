; ModuleID = 'integers.cl'
source_filename = "integers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %8 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  store i64 %8, ptr %5, align 8
  %9 = load ptr addrspace(1), ptr %3, align 8
  %10 = load i64, ptr %5, align 8
  %11 = getelementptr inbounds i32, ptr addrspace(1) %9, i64 %10
  %12 = load i32, ptr addrspace(1) %11, align 4
  store i32 %12, ptr %6, align 4
  %13 = load i32, ptr %6, align 4
  store i32 %13, ptr %7, align 4
  %14 = load i32, ptr %6, align 4
  %15 = call spir_func i32 @_Z3absi(i32 noundef %14) #2
  %16 = load ptr addrspace(1), ptr %4, align 8
  %17 = load i64, ptr %5, align 8
  %18 = mul i64 12, %17
  %19 = getelementptr inbounds i32, ptr addrspace(1) %16, i64 %18
  store i32 %15, ptr addrspace(1) %19, align 4
  %20 = load i32, ptr %6, align 4
  %21 = call spir_func i32 @_Z7add_satii(i32 noundef %20, i32 noundef 2147483632) #2
  %22 = load ptr addrspace(1), ptr %4, align 8
  %23 = load i64, ptr %5, align 8
  %24 = mul i64 12, %23
  %25 = add i64 %24, 1
  %26 = getelementptr inbounds i32, ptr addrspace(1) %22, i64 %25
  store i32 %21, ptr addrspace(1) %26, align 4
  %27 = load i32, ptr %7, align 4
  %28 = call spir_func i32 @_Z7sub_satjj(i32 noundef %27, i32 noundef 20) #2
  %29 = load ptr addrspace(1), ptr %4, align 8
  %30 = load i64, ptr %5, align 8
  %31 = mul i64 12, %30
  %32 = add i64 %31, 2
  %33 = getelementptr inbounds i32, ptr addrspace(1) %29, i64 %32
  store i32 %28, ptr addrspace(1) %33, align 4
  %34 = load i32, ptr %6, align 4
  %35 = call spir_func i32 @_Z6mul_hiii(i32 noundef %34, i32 noundef 1073741824) #2
  %36 = load ptr addrspace(1), ptr %4, align 8
  %37 = load i64, ptr %5, align 8
  %38 = mul i64 12, %37
  %39 = add i64 %38, 3
  %40 = getelementptr inbounds i32, ptr addrspace(1) %36, i64 %39
  store i32 %35, ptr addrspace(1) %40, align 4
  %41 = load i32, ptr %6, align 4
  %42 = call spir_func i32 @_Z8popcounti(i32 noundef %41) #2
  %43 = load ptr addrspace(1), ptr %4, align 8
  %44 = load i64, ptr %5, align 8
  %45 = mul i64 12, %44
  %46 = add i64 %45, 4
  %47 = getelementptr inbounds i32, ptr addrspace(1) %43, i64 %46
  store i32 %42, ptr addrspace(1) %47, align 4
  %48 = load i32, ptr %7, align 4
  %49 = call spir_func i32 @_Z3clzj(i32 noundef %48) #2
  %50 = load ptr addrspace(1), ptr %4, align 8
  %51 = load i64, ptr %5, align 8
  %52 = mul i64 12, %51
  %53 = add i64 %52, 5
  %54 = getelementptr inbounds i32, ptr addrspace(1) %50, i64 %53
  store i32 %49, ptr addrspace(1) %54, align 4
  %55 = load i32, ptr %6, align 4
  %56 = call spir_func i32 @_Z6rotateii(i32 noundef %55, i32 noundef 8) #2
  %57 = load ptr addrspace(1), ptr %4, align 8
  %58 = load i64, ptr %5, align 8
  %59 = mul i64 12, %58
  %60 = add i64 %59, 6
  %61 = getelementptr inbounds i32, ptr addrspace(1) %57, i64 %60
  store i32 %56, ptr addrspace(1) %61, align 4
  %62 = load i32, ptr %6, align 4
  %63 = call spir_func i32 @_Z4haddii(i32 noundef %62, i32 noundef 3) #2
  %64 = load ptr addrspace(1), ptr %4, align 8
  %65 = load i64, ptr %5, align 8
  %66 = mul i64 12, %65
  %67 = add i64 %66, 7
  %68 = getelementptr inbounds i32, ptr addrspace(1) %64, i64 %67
  store i32 %63, ptr addrspace(1) %68, align 4
  %69 = load i32, ptr %6, align 4
  %70 = call spir_func i32 @_Z3maxii(i32 noundef %69, i32 noundef 0) #2
  %71 = load i32, ptr %7, align 4
  %72 = call spir_func i32 @_Z3minjj(i32 noundef %71, i32 noundef 5) #2
  %73 = sub nsw i32 %70, %72
  %74 = load ptr addrspace(1), ptr %4, align 8
  %75 = load i64, ptr %5, align 8
  %76 = mul i64 12, %75
  %77 = add i64 %76, 8
  %78 = getelementptr inbounds i32, ptr addrspace(1) %74, i64 %77
  store i32 %73, ptr addrspace(1) %78, align 4
  %79 = load i32, ptr %6, align 4
  %80 = ashr i32 %79, 8
  %81 = call spir_func i32 @_Z5mad24iii(i32 noundef %80, i32 noundef 3, i32 noundef 1) #2
  %82 = load ptr addrspace(1), ptr %4, align 8
  %83 = load i64, ptr %5, align 8
  %84 = mul i64 12, %83
  %85 = add i64 %84, 9
  %86 = getelementptr inbounds i32, ptr addrspace(1) %82, i64 %85
  store i32 %81, ptr addrspace(1) %86, align 4
  %87 = load i32, ptr %6, align 4
  %88 = load i32, ptr %6, align 4
  %89 = sub nsw i32 0, %88
  %90 = call spir_func i32 @_Z8abs_diffii(i32 noundef %87, i32 noundef %89) #2
  %91 = load ptr addrspace(1), ptr %4, align 8
  %92 = load i64, ptr %5, align 8
  %93 = mul i64 12, %92
  %94 = add i64 %93, 10
  %95 = getelementptr inbounds i32, ptr addrspace(1) %91, i64 %94
  store i32 %90, ptr addrspace(1) %95, align 4
  %96 = load i32, ptr %6, align 4
  %97 = call spir_func i32 @_Z5clampiii(i32 noundef %96, i32 noundef -2, i32 noundef 2) #2
  %98 = load i32, ptr %7, align 4
  %99 = lshr i32 %98, 31
  %100 = add nsw i32 %97, %99
  %101 = load ptr addrspace(1), ptr %4, align 8
  %102 = load i64, ptr %5, align 8
  %103 = mul i64 12, %102
  %104 = add i64 %103, 11
  %105 = getelementptr inbounds i32, ptr addrspace(1) %101, i64 %104
  store i32 %100, ptr addrspace(1) %105, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3absi(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7add_satii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7sub_satjj(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6mul_hiii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8popcounti(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3clzj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6rotateii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z4haddii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3maxii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3minjj(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5mad24iii(i32 noundef, i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8abs_diffii(i32 noundef, i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5clampiii(i32 noundef, i32 noundef, i32 noundef) #1

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
