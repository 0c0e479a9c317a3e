// error: 3:3: error[E4017]: 'gpu.func' of vectors of this shape cannot have them as arguments of a kernel
gpu.module @kernels {
  gpu.func @f(%v: vector<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}
