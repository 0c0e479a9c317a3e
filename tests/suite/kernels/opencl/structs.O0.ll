; ModuleID = 'structs.cl'
source_filename = "structs.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.entry = type { i32, [2 x float] }

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func float @total(ptr addrspace(4) noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr addrspace(4), align 8
  %4 = alloca i32, align 4
  %5 = alloca float, align 4
  %6 = alloca i32, align 4
  store ptr addrspace(4) %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store float 0.000000e+00, ptr %5, align 4
  store i32 0, ptr %6, align 4
  br label %7

7:                                                ; preds = %21, %2
  %8 = load i32, ptr %6, align 4
  %9 = load i32, ptr %4, align 4
  %10 = icmp slt i32 %8, %9
  br i1 %10, label %11, label %24

11:                                               ; preds = %7
  %12 = load ptr addrspace(4), ptr %3, align 8
  %13 = getelementptr inbounds %struct.entry, ptr addrspace(4) %12, i32 0, i32 1
  %14 = load i32, ptr %6, align 4
  %15 = and i32 %14, 1
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds [2 x float], ptr addrspace(4) %13, i64 0, i64 %16
  %18 = load float, ptr addrspace(4) %17, align 4
  %19 = load float, ptr %5, align 4
  %20 = fadd float %19, %18
  store float %20, ptr %5, align 4
  br label %21

21:                                               ; preds = %11
  %22 = load i32, ptr %6, align 4
  %23 = add nsw i32 %22, 1
  store i32 %23, ptr %6, align 4
  br label %7

24:                                               ; preds = %7
  %25 = load float, ptr %5, align 4
  ret float %25
}

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1) #1 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca %struct.entry, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %7 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  store i64 %7, ptr %5, align 8
  %8 = load ptr addrspace(1), ptr %3, align 8
  %9 = load i64, ptr %5, align 8
  %10 = getelementptr inbounds %struct.entry, ptr addrspace(1) %8, i64 %9
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %6, ptr addrspace(1) align 4 %10, i64 12, i1 false)
  %11 = getelementptr inbounds %struct.entry, ptr %6, i32 0, i32 0
  %12 = load i32, ptr %11, align 4
  %13 = sitofp i32 %12 to float
  %14 = getelementptr inbounds %struct.entry, ptr %6, i32 0, i32 1
  %15 = getelementptr inbounds [2 x float], ptr %14, i64 0, i64 1
  %16 = load float, ptr %15, align 4
  %17 = fadd float %16, %13
  store float %17, ptr %15, align 4
  %18 = addrspacecast ptr %6 to ptr addrspace(4)
  %19 = getelementptr inbounds %struct.entry, ptr %6, i32 0, i32 0
  %20 = load i32, ptr %19, align 4
  %21 = call spir_func float @total(ptr addrspace(4) noundef %18, i32 noundef %20) #5
  %22 = load ptr addrspace(1), ptr %4, align 8
  %23 = load i64, ptr %5, align 8
  %24 = getelementptr inbounds float, ptr addrspace(1) %22, i64 %23
  store float %21, ptr addrspace(1) %24, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p1.i64(ptr noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #3

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }

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
!6 = !{!"entry*", !"float*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
