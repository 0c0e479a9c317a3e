// A kernel in MLIR's general dialects: each invocation adds up a row, scales it, and says in which half it is. The host's
// part, which starts it, is left alone.
module attributes {gpu.container_module} {
  func.func @main(%data: memref<4x8xf32>, %sums: memref<?xf32>, %state: memref<?xi32>) {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@rows blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%data : memref<4x8xf32>, %sums : memref<?xf32>, %state : memref<?xi32>)
    return
  }
  gpu.module @kernels {
    gpu.func @rows(%data: memref<4x8xf32>, %sums: memref<?xf32>, %state: memref<?xi32>) kernel
        attributes {known_block_size = array<i32: 2, 1, 1>} {
      %block = gpu.block_id x
      %size = gpu.block_dim x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %size : index
      %row = arith.addi %first, %thread : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %zero = arith.constant 0.0 : f32
      %sum, %odd = scf.for %at = %c0 to %c8 step %c1 iter_args(%so_far = %zero, %count = %c0) -> (f32, index) {
        %value = memref.load %data[%row, %at] : memref<4x8xf32>
        %more = arith.addf %so_far, %value : f32
        %bit = arith.andi %at, %c1 : index
        %is_odd = arith.cmpi eq, %bit, %c1 : index
        %next = scf.if %is_odd -> (index) {
          %up = arith.addi %count, %c1 : index
          scf.yield %up : index
        } else {
          scf.yield %count : index
        }
        scf.yield %more, %next : f32, index
      }
      %two = arith.constant 2.0 : f32
      %root = math.sqrt %sum : f32
      %scaled = math.powf %root, %two : f32
      memref.store %scaled, %sums[%row] : memref<?xf32>
      // Halves until nothing is left: as many turns as the number has bits.
      %wide = arith.index_cast %odd : index to i32
      %none = arith.constant 0 : i32
      %unit = arith.constant 1 : i32
      %rest, %turns = scf.while (%left = %wide, %turn = %none) : (i32, i32) -> (i32, i32) {
        %goes_on = arith.cmpi sgt, %left, %none : i32
        scf.condition(%goes_on) %left, %turn : i32, i32
      } do {
      ^bb0(%left: i32, %turn: i32):
        %half = arith.shrsi %left, %unit : i32
        %next = arith.addi %turn, %unit : i32
        scf.yield %half, %next : i32, i32
      }
      %ten = arith.constant -10 : i32
      %seven = arith.constant 7 : i32
      %rem = arith.remsi %ten, %seven : i32
      %down = arith.floordivsi %ten, %seven : i32
      %both = arith.addi %rem, %down : i32
      %code = arith.subi %turns, %both : i32
      %half = arith.cmpi uge, %row, %c1 : index
      %more = arith.extui %half : i1 to i32
      %result = arith.addi %code, %more : i32
      memref.store %result, %state[%row] : memref<?xi32>
      gpu.return
    }
  }
}
