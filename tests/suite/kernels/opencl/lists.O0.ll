; ModuleID = 'lists.cl'
source_filename = "lists.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.Walk = type { ptr addrspace(3), ptr addrspace(1), i32 }
%struct.Node = type { i32, ptr addrspace(1) }

@run.squares = internal addrspace(3) global [8 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 8 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %5 = load ptr addrspace(1), ptr %3, align 8
  %6 = load ptr addrspace(1), ptr %4, align 8
  call spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 8 %5, ptr addrspace(1) noundef align 4 %6) #5
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func void @__clang_ocl_kern_imp_run(ptr addrspace(1) noundef align 8 %0, ptr addrspace(1) noundef align 4 %1) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca i64, align 8
  %6 = alloca %struct.Walk, align 8
  store ptr addrspace(1) %0, ptr %3, align 8
  store ptr addrspace(1) %1, ptr %4, align 8
  %7 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #6
  store i64 %7, ptr %5, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = mul i64 %8, %9
  %11 = trunc i64 %10 to i32
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw [8 x i32], ptr addrspace(3) @run.squares, i64 0, i64 %12
  store i32 %11, ptr addrspace(3) %13, align 4
  %14 = load i64, ptr %5, align 8
  %15 = trunc i64 %14 to i32
  %16 = load ptr addrspace(1), ptr %3, align 8
  %17 = load i64, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %16, i64 %17
  %19 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %18, i32 0, i32 0
  store i32 %15, ptr addrspace(1) %19, align 8
  %20 = load i64, ptr %5, align 8
  %21 = add i64 %20, 1
  %22 = call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #6
  %23 = icmp ult i64 %21, %22
  br i1 %23, label %24, label %29

24:                                               ; preds = %2
  %25 = load ptr addrspace(1), ptr %3, align 8
  %26 = load i64, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %25, i64 %26
  %28 = getelementptr inbounds %struct.Node, ptr addrspace(1) %27, i64 1
  br label %30

29:                                               ; preds = %2
  br label %30

30:                                               ; preds = %29, %24
  %31 = phi ptr addrspace(1) [ %28, %24 ], [ addrspacecast (ptr addrspace(4) null to ptr addrspace(1)), %29 ]
  %32 = load ptr addrspace(1), ptr %3, align 8
  %33 = load i64, ptr %5, align 8
  %34 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %32, i64 %33
  %35 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %34, i32 0, i32 1
  store ptr addrspace(1) %31, ptr addrspace(1) %35, align 8
  call spir_func void @_Z7barrierj(i32 noundef 3) #7
  %36 = getelementptr inbounds nuw %struct.Walk, ptr %6, i32 0, i32 0
  store ptr addrspace(3) @run.squares, ptr %36, align 8
  %37 = getelementptr inbounds nuw %struct.Walk, ptr %6, i32 0, i32 1
  %38 = load ptr addrspace(1), ptr %3, align 8
  %39 = load i64, ptr %5, align 8
  %40 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %38, i64 %39
  store ptr addrspace(1) %40, ptr %37, align 8
  %41 = getelementptr inbounds nuw %struct.Walk, ptr %6, i32 0, i32 2
  store i32 0, ptr %41, align 8
  %42 = getelementptr i8, ptr %6, i64 20
  call void @llvm.memset.p0.i64(ptr align 4 %42, i8 0, i64 4, i1 false)
  br label %43

43:                                               ; preds = %47, %30
  %44 = getelementptr inbounds nuw %struct.Walk, ptr %6, i32 0, i32 1
  %45 = load ptr addrspace(1), ptr %44, align 8
  %46 = icmp ne ptr addrspace(1) %45, addrspacecast (ptr addrspace(4) null to ptr addrspace(1))
  br i1 %46, label %47, label %49

47:                                               ; preds = %43
  %48 = addrspacecast ptr %6 to ptr addrspace(4)
  call spir_func void @advance(ptr addrspace(4) noundef %48) #7
  br label %43

49:                                               ; preds = %43
  %50 = getelementptr inbounds nuw %struct.Walk, ptr %6, i32 0, i32 2
  %51 = load i32, ptr %50, align 8
  %52 = load ptr addrspace(1), ptr %4, align 8
  %53 = load i64, ptr %5, align 8
  %54 = getelementptr inbounds nuw i32, ptr addrspace(1) %52, i64 %53
  store i32 %51, ptr addrspace(1) %54, align 4
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #1

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) #1

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

; Function Attrs: convergent noinline norecurse nounwind optnone
define internal spir_func void @advance(ptr addrspace(4) noundef %0) #4 {
  %2 = alloca ptr addrspace(4), align 8
  store ptr addrspace(4) %0, ptr %2, align 8
  %3 = load ptr addrspace(4), ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.Walk, ptr addrspace(4) %3, i32 0, i32 0
  %5 = load ptr addrspace(3), ptr addrspace(4) %4, align 8
  %6 = load ptr addrspace(4), ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.Walk, ptr addrspace(4) %6, i32 0, i32 1
  %8 = load ptr addrspace(1), ptr addrspace(4) %7, align 8
  %9 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %8, i32 0, i32 0
  %10 = load i32, ptr addrspace(1) %9, align 8
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr addrspace(3) %5, i64 %11
  %13 = load i32, ptr addrspace(3) %12, align 4
  %14 = load ptr addrspace(4), ptr %2, align 8
  %15 = getelementptr inbounds nuw %struct.Walk, ptr addrspace(4) %14, i32 0, i32 2
  %16 = load i32, ptr addrspace(4) %15, align 8
  %17 = add i32 %16, %13
  store i32 %17, ptr addrspace(4) %15, align 8
  %18 = load ptr addrspace(4), ptr %2, align 8
  %19 = getelementptr inbounds nuw %struct.Walk, ptr addrspace(4) %18, i32 0, i32 1
  %20 = load ptr addrspace(1), ptr addrspace(4) %19, align 8
  %21 = getelementptr inbounds nuw %struct.Node, ptr addrspace(1) %20, i32 0, i32 1
  %22 = load ptr addrspace(1), ptr addrspace(1) %21, align 8
  %23 = load ptr addrspace(4), ptr %2, align 8
  %24 = getelementptr inbounds nuw %struct.Walk, ptr addrspace(4) %23, i32 0, i32 1
  store ptr addrspace(1) %22, ptr addrspace(4) %24, align 8
  ret void
}

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #6 = { convergent nounwind willreturn memory(none) }
attributes #7 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"Node*", !"uint*"}
!7 = !{!"struct Node*", !"uint*"}
!8 = !{!"", !""}
!9 = !{i32 8, i32 1, i32 1}
