// Vectors of many components and of several dimensions become several vectors, wherever they go.
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
  gpu.module @kernels {
    func.func @scaled(%all: vector<2x6xf32>, %by: vector<8xf32>) -> (vector<2x6xf32>, vector<8xf32>) {
      %two = arith.constant dense<2.0> : vector<2x6xf32>
      %twice = arith.mulf %all, %two : vector<2x6xf32>
      %steps = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : vector<8xf32>
      %more = arith.addf %by, %steps : vector<8xf32>
      return %twice, %more : vector<2x6xf32>, vector<8xf32>
    }
    gpu.func @main(%in: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %out: memref<16xf32, #spirv.storage_class<StorageBuffer>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %c9 = arith.constant 9 : index
      %c10 = arith.constant 10 : index
      %c11 = arith.constant 11 : index
      %c12 = arith.constant 12 : index
      %c13 = arith.constant 13 : index
      %a = memref.load %in[%c0] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      %b = memref.load %in[%c1] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      %c = memref.load %in[%c2] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      %d = memref.load %in[%c3] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      %e = memref.load %in[%c4] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      // 1 2 3 / 4 5 1, then its transpose 1 4 / 2 5 / 3 1.
      %matrix = vector.from_elements %a, %b, %c, %d, %e, %a : vector<2x3xf32>
      %turned = vector.transpose %matrix, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
      %row = vector.extract %turned[1] : vector<2xf32> from vector<3x2xf32>
      %last = vector.extract %row[1] : f32 from vector<2xf32>
      memref.store %last, %out[%c0] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      // Loops and conditions hand the parts on.
      %start = vector.broadcast %a : f32 to vector<8xf32>
      %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %start) -> (vector<8xf32>) {
        %odd = arith.cmpi eq, %i, %c1 : index
        %next = scf.if %odd -> (vector<8xf32>) {
          %other = arith.negf %acc : vector<8xf32>
          scf.yield %other : vector<8xf32>
        } else {
          %same = arith.addf %acc, %start : vector<8xf32>
          scf.yield %same : vector<8xf32>
        }
        scf.yield %next : vector<8xf32>
      }
      // 1, 2, -2, -1 in each component.
      %total = vector.reduction <add>, %sum, %e : vector<8xf32> into f32
      memref.store %total, %out[%c1] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      %wide = vector.broadcast %b : f32 to vector<2x6xf32>
      %placed = vector.insert_strided_slice %matrix, %wide {offsets = [0, 2], strides = [1, 1]} : vector<2x3xf32> into vector<2x6xf32>
      %twice, %more = call @scaled(%placed, %sum) : (vector<2x6xf32>, vector<8xf32>) -> (vector<2x6xf32>, vector<8xf32>)
      // 4 4 2 4 6 4 / 4 4 8 10 2 4.
      %flat = vector.shape_cast %twice : vector<2x6xf32> to vector<12xf32>
      %f4 = vector.extract %flat[4] : f32 from vector<12xf32>
      %f9 = vector.extract %flat[9] : f32 from vector<12xf32>
      memref.store %f4, %out[%c2] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %f9, %out[%c3] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      %cut = vector.extract_strided_slice %twice {offsets = [1, 2], sizes = [1, 3], strides = [1, 1]} : vector<2x6xf32> to vector<1x3xf32>
      %cut1 = vector.extract %cut[0, 1] : f32 from vector<1x3xf32>
      memref.store %cut1, %out[%c4] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      // -1 0 1 2 3 4 5 6 and -1 eight times.
      %mixed = vector.shuffle %more, %sum [7, 8, 1, 0, 5] : vector<8xf32>, vector<8xf32>
      %m:5 = vector.to_elements %mixed : vector<5xf32>
      memref.store %m#0, %out[%c5] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %m#1, %out[%c6] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %m#4, %out[%c7] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      %pairs = vector.interleave %more, %sum : vector<8xf32> -> vector<16xf32>
      %even, %odds = vector.deinterleave %pairs : vector<16xf32> -> vector<8xf32>
      %e6 = vector.extract %even[6] : f32 from vector<8xf32>
      %o6 = vector.extract %odds[6] : f32 from vector<8xf32>
      memref.store %e6, %out[%c8] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %o6, %out[%c9] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      %put = vector.insert %row, %turned[2] : vector<2xf32> into vector<3x2xf32>
      %is_less = arith.cmpf olt, %put, %turned : vector<3x2xf32>
      %less = arith.select %is_less, %put, %turned : vector<3x2xi1>, vector<3x2xf32>
      %l20 = vector.extract %less[2, 0] : f32 from vector<3x2xf32>
      %l21 = vector.extract %less[2, 1] : f32 from vector<3x2xf32>
      memref.store %l20, %out[%c10] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %l21, %out[%c11] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      // A tensor is read like an array.
      %tensor = arith.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
      %whole = tensor.extract %tensor[%c1, %c0, %c2] : tensor<2x2x3xi32>
      %number = arith.sitofp %whole : i32 to f32
      memref.store %number, %out[%c12] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      // What nothing defines may be anything.
      %any = vector.extract %more[-1] : f32 from vector<8xf32>
      %four = vector.from_elements %a, %b, %c, %d : vector<4xf32>
      %some = vector.shuffle %four, %four [1, -1, 7, -1] : vector<4xf32>, vector<4xf32>
      %s2 = vector.extract %some[2] : f32 from vector<4xf32>
      memref.store %s2, %out[%c13] : memref<16xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}
