; ModuleID = 'atomics.cl'
source_filename = "atomics.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %8 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #3
  store i64 %8, ptr %5, align 8
  %9 = load ptr addrspace(1), ptr %3, align 8
  %10 = addrspacecast ptr addrspace(1) %9 to ptr addrspace(4)
  %11 = call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) noundef %10, i32 noundef 1, i32 noundef 0, i32 noundef 2) #4
  store i32 %11, ptr %6, align 4
  %12 = load ptr addrspace(1), ptr %4, align 8
  %13 = load i32, ptr %6, align 4
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds i32, ptr addrspace(1) %12, i64 %14
  store i32 100, ptr addrspace(1) %15, align 4
  store i32 -1, ptr %7, align 4
  br label %16

16:                                               ; preds = %25, %2
  %17 = load ptr addrspace(1), ptr %3, align 8
  %18 = getelementptr inbounds i32, ptr addrspace(1) %17, i64 1
  %19 = addrspacecast ptr addrspace(1) %18 to ptr addrspace(4)
  %20 = addrspacecast ptr %7 to ptr addrspace(4)
  %21 = load i32, ptr %7, align 4
  %22 = add nsw i32 %21, 2
  %23 = call spir_func zeroext i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) noundef %19, ptr addrspace(4) noundef %20, i32 noundef %22) #4
  %24 = xor i1 %23, true
  br i1 %24, label %25, label %26

25:                                               ; preds = %16
  br label %16

26:                                               ; preds = %16
  %27 = load ptr addrspace(1), ptr %3, align 8
  %28 = getelementptr inbounds i32, ptr addrspace(1) %27, i64 2
  %29 = addrspacecast ptr addrspace(1) %28 to ptr addrspace(4)
  %30 = load i64, ptr %5, align 8
  %31 = trunc i64 %30 to i32
  %32 = and i32 %31, 31
  %33 = shl i32 1, %32
  %34 = call spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef %29, i32 noundef %33) #4
  %35 = load i64, ptr %5, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %49

37:                                               ; preds = %26
  %38 = load ptr addrspace(1), ptr %3, align 8
  %39 = getelementptr inbounds i32, ptr addrspace(1) %38, i64 3
  %40 = addrspacecast ptr addrspace(1) %39 to ptr addrspace(4)
  %41 = call spir_func i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) noundef %40, i32 noundef 0) #4
  %42 = load ptr addrspace(1), ptr %3, align 8
  %43 = getelementptr inbounds i32, ptr addrspace(1) %42, i64 3
  %44 = addrspacecast ptr addrspace(1) %43 to ptr addrspace(4)
  %45 = call spir_func i32 @_Z15atomic_exchangePU3AS4VU7_Atomicii(ptr addrspace(4) noundef %44, i32 noundef 5) #4
  %46 = add nsw i32 %41, %45
  %47 = load ptr addrspace(1), ptr %4, align 8
  %48 = getelementptr inbounds i32, ptr addrspace(1) %47, i64 8
  store i32 %46, ptr addrspace(1) %48, align 4
  br label %49

49:                                               ; preds = %37, %26
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) noundef, i32 noundef, i32 noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func zeroext i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) noundef, ptr addrspace(4) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func i32 @_Z15atomic_exchangePU3AS4VU7_Atomicii(ptr addrspace(4) noundef, i32 noundef) #2

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
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"atomic_int*", !"int*"}
!7 = !{!"_Atomic(int)*", !"int*"}
!8 = !{!"", !""}
!9 = !{i32 8, i32 1, i32 1}
