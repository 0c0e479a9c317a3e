; Each workgroup reverses its numbers in memory that the host gives it. Its size is the host's, too.
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

define spir_kernel void @reversed(ptr addrspace(1) %data, ptr addrspace(3) %cache, ptr byval(%pair) align 4 %pair) {
  %add = load i32, ptr %pair, align 4
  %factor.at = getelementptr inbounds i8, ptr %pair, i64 4
  %factor = load i32, ptr %factor.at, align 4
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %all = call spir_func i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %all
  %own = load i32, ptr addrspace(1) %at, align 4
  %to = getelementptr inbounds i32, ptr addrspace(3) %cache, i64 %i
  store i32 %own, ptr addrspace(3) %to, align 4
  call spir_func void @_Z7barrierj(i32 1)
  %last = sub i64 %n, 1
  %other = sub i64 %last, %i
  %from = getelementptr inbounds i32, ptr addrspace(3) %cache, i64 %other
  %value = load i32, ptr addrspace(3) %from, align 4
  %product = mul i32 %value, %factor
  %sum = add i32 %product, %add
  store i32 %sum, ptr addrspace(1) %at, align 4
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)
