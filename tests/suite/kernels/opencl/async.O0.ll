; ModuleID = 'async.cl'
source_filename = "async.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.record = type { [3 x i8], [10 x i8], i32 }

@run.own = internal addrspace(3) global [10 x i32] undef, align 4
@run.other = internal addrspace(3) global [10 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 4 %2) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca target("spirv.Event"), align 8
  %10 = alloca i64, align 8
  %11 = alloca target("spirv.Event"), align 8
  %12 = alloca [2 x target("spirv.Event")], align 8
  %13 = alloca %struct.record, align 4
  %14 = alloca %struct.record, align 4
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(1) %2, ptr %6, align 8
  %15 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #4
  store i64 %15, ptr %7, align 8
  %16 = call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #4
  store i64 %16, ptr %8, align 8
  %17 = load ptr addrspace(1), ptr %4, align 8
  %18 = load i64, ptr %8, align 8
  %19 = mul i64 12, %18
  %20 = getelementptr inbounds i32, ptr addrspace(1) %17, i64 %19
  %21 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) noundef @run.own, ptr addrspace(1) noundef %20, i64 noundef 10, target("spirv.Event") zeroinitializer) #5
  store target("spirv.Event") %21, ptr %9, align 8
  %22 = addrspacecast ptr %9 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 1, ptr addrspace(4) noundef %22) #5
  %23 = load i64, ptr %7, align 8
  store i64 %23, ptr %10, align 8
  br label %24

24:                                               ; preds = %35, %3
  %25 = load i64, ptr %10, align 8
  %26 = icmp ult i64 %25, 10
  br i1 %26, label %27, label %38

27:                                               ; preds = %24
  %28 = load i64, ptr %10, align 8
  %29 = getelementptr inbounds [10 x i32], ptr addrspace(3) @run.own, i64 0, i64 %28
  %30 = load i32, ptr addrspace(3) %29, align 4
  %31 = mul i32 10, %30
  %32 = load i64, ptr %10, align 8
  %33 = sub i64 9, %32
  %34 = getelementptr inbounds [10 x i32], ptr addrspace(3) @run.other, i64 0, i64 %33
  store i32 %31, ptr addrspace(3) %34, align 4
  br label %35

35:                                               ; preds = %27
  %36 = load i64, ptr %10, align 8
  %37 = add i64 %36, 4
  store i64 %37, ptr %10, align 8
  br label %24

38:                                               ; preds = %24
  call spir_func void @_Z7barrierj(i32 noundef 1) #5
  %39 = load ptr addrspace(1), ptr %5, align 8
  %40 = load i64, ptr %8, align 8
  %41 = mul i64 12, %40
  %42 = getelementptr inbounds i32, ptr addrspace(1) %39, i64 %41
  %43 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1jPU3AS3Kjm9ocl_event(ptr addrspace(1) noundef %42, ptr addrspace(3) noundef @run.other, i64 noundef 10, target("spirv.Event") zeroinitializer) #5
  store target("spirv.Event") %43, ptr %9, align 8
  %44 = load ptr addrspace(1), ptr %6, align 8
  %45 = load i64, ptr %8, align 8
  %46 = mul i64 20, %45
  %47 = getelementptr inbounds i32, ptr addrspace(1) %44, i64 %46
  %48 = load target("spirv.Event"), ptr %9, align 8
  %49 = call spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS1jPU3AS3Kjmm9ocl_event(ptr addrspace(1) noundef %47, ptr addrspace(3) noundef @run.own, i64 noundef 5, i64 noundef 4, target("spirv.Event") %48) #5
  store target("spirv.Event") %49, ptr %11, align 8
  %50 = load target("spirv.Event"), ptr %9, align 8
  store target("spirv.Event") %50, ptr %12, align 8
  %51 = getelementptr inbounds target("spirv.Event"), ptr %12, i64 1
  %52 = load target("spirv.Event"), ptr %11, align 8
  store target("spirv.Event") %52, ptr %51, align 8
  %53 = getelementptr inbounds [2 x target("spirv.Event")], ptr %12, i64 0, i64 0
  %54 = addrspacecast ptr %53 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 2, ptr addrspace(4) noundef %54) #5
  %55 = getelementptr inbounds %struct.record, ptr %13, i32 0, i32 0
  %56 = load i64, ptr %7, align 8
  %57 = urem i64 %56, 3
  %58 = getelementptr inbounds [3 x i8], ptr %55, i64 0, i64 %57
  store i8 7, ptr %58, align 1
  %59 = load i64, ptr %7, align 8
  %60 = trunc i64 %59 to i32
  %61 = mul i32 %60, 4
  %62 = getelementptr inbounds %struct.record, ptr %13, i32 0, i32 2
  store i32 %61, ptr %62, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %14, ptr align 4 %13, i64 20, i1 false)
  %63 = getelementptr inbounds %struct.record, ptr %14, i32 0, i32 2
  %64 = load i32, ptr %63, align 4
  %65 = load ptr addrspace(1), ptr %6, align 8
  %66 = load i64, ptr %8, align 8
  %67 = mul i64 20, %66
  %68 = load i64, ptr %7, align 8
  %69 = mul i64 4, %68
  %70 = add i64 %67, %69
  %71 = add i64 %70, 1
  %72 = getelementptr inbounds i32, ptr addrspace(1) %65, i64 %71
  store i32 %64, ptr addrspace(1) %72, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) noundef, ptr addrspace(1) noundef, i64 noundef, target("spirv.Event")) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef, ptr addrspace(4) noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1jPU3AS3Kjm9ocl_event(ptr addrspace(1) noundef, ptr addrspace(3) noundef, i64 noundef, target("spirv.Event")) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS1jPU3AS3Kjmm9ocl_event(ptr addrspace(1) noundef, ptr addrspace(3) noundef, i64 noundef, i64 noundef, target("spirv.Event")) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
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
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
