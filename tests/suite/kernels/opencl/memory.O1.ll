; ModuleID = 'memory.cl'
source_filename = "memory.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 4 %1, ptr addrspace(1) noundef align 2 %2) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %4 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  %5 = addrspacecast ptr addrspace(1) %0 to ptr addrspace(4)
  %6 = tail call spir_func <3 x float> @_Z6vload3mPU3AS4Kf(i64 noundef %4, ptr addrspace(4) noundef %5) #5
  %7 = shufflevector <3 x float> %6, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %8 = uitofp i64 %4 to float
  %9 = insertelement <4 x float> %7, float %8, i64 3
  %10 = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  tail call spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> noundef %9, i64 noundef %4, ptr addrspace(4) noundef %10) #6
  %11 = shufflevector <3 x float> %6, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %12 = fadd <3 x float> %6, %11
  %13 = extractelement <3 x float> %12, i64 0
  %14 = addrspacecast ptr addrspace(1) %2 to ptr addrspace(4)
  tail call spir_func void @_Z11vstore_halffmPU3AS4Dh(float noundef %13, i64 noundef %4, ptr addrspace(4) noundef %14) #6
  %15 = shufflevector <3 x float> %6, <3 x float> poison, <2 x i32> <i32 0, i32 1>
  %16 = add i64 %4, 2
  tail call spir_func void @_Z12vstore_half2Dv2_fmPU3AS4Dh(<2 x float> noundef %15, i64 noundef %16, ptr addrspace(4) noundef %14) #6
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(read)
declare dso_local spir_func <3 x float> @_Z6vload3mPU3AS4Kf(i64 noundef, ptr addrspace(4) noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> noundef, i64 noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z11vstore_halffmPU3AS4Dh(float noundef, i64 noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z12vstore_half2Dv2_fmPU3AS4Dh(<2 x float> noundef, i64 noundef, ptr addrspace(4) noundef) local_unnamed_addr #3

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind willreturn memory(read) }
attributes #6 = { convergent nounwind }

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
!6 = !{!"float*", !"float*", !"half*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 4, i32 1, i32 1}
