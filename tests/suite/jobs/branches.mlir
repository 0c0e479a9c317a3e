// Branches of cf in a shader: a loop in a loop, a choice whose ways meet where an outer one's do, and an early end.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @steps(%data: memref<8xi32>, %counts: memref<8xi32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %at = gpu.thread_id x
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
      %start = memref.load %data[%at] : memref<8xi32>
      %is_none = arith.cmpi sle, %start, %zero : i32
      cf.cond_br %is_none, ^none, ^head(%start, %zero : i32, i32)
    ^none:
      memref.store %start, %counts[%at] : memref<8xi32>
      gpu.return
    ^head(%left: i32, %count: i32):
      %goes_on = arith.cmpi ne, %left, %one : i32
      cf.cond_br %goes_on, ^body, ^done
    ^body:
      %bit = arith.andi %left, %one : i32
      %is_odd = arith.cmpi eq, %bit, %one : i32
      cf.cond_br %is_odd, ^odd, ^even
    ^odd:
      %more = arith.muli %left, %three : i32
      %up = arith.addi %more, %one : i32
      %is_big = arith.cmpi sgt, %up, %three : i32
      cf.cond_br %is_big, ^next(%up : i32), ^small
    ^small:
      cf.br ^next(%one : i32)
    ^even:
      %half = arith.shrsi %left, %one : i32
      cf.br ^next(%half : i32)
    ^next(%then: i32):
      %sum = arith.addi %count, %one : i32
      cf.br ^head(%then, %sum : i32, i32)
    ^done:
      // Counts down to an even number.
      cf.br ^down(%count : i32)
    ^down(%rest: i32):
      %low = arith.andi %rest, %one : i32
      %less = arith.subi %rest, %low : i32
      %odd = arith.cmpi ne, %low, %zero : i32
      cf.cond_br %odd, ^down(%less : i32), ^end
    ^end:
      %twice = arith.muli %less, %two : i32
      %whole = arith.addi %twice, %count : i32
      memref.store %whole, %counts[%at] : memref<8xi32>
      gpu.return
    }
  }
}
