// The functions of MLIR's runner, and vectors.
func.func private @printMemrefI8(memref<*xi8>)
func.func private @printMemrefF16(memref<*xf16>)
func.func private @printMemrefBF16(memref<*xbf16>)
func.func private @printMemrefF64(memref<*xf64>)
func.func private @printMemrefInd(memref<*xindex>) attributes {llvm.emit_c_interface}
func.func private @printMemrefShapeF32(memref<*xf32>)
func.func private @printMemrefI32(memref<*xi32>)
func.func private @verifyMemRefI32(memref<*xi32>, memref<*xi32>) -> i64
func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printOpen()
func.func private @printClose()
func.func private @printComma()
func.func private @printNewline()
func.func private @nanoTime() -> i64
memref.global "private" constant @bytes : memref<3xi8> = dense<[1, -2, 127]>
memref.global "private" constant @halves : memref<2xf16> = dense<[1.5, -0.333251953125]>
memref.global "private" constant @brains : memref<1xbf16> = dense<0.10009765625>
memref.global "private" constant @one : memref<f64> = dense<1234567.0>
memref.global "private" constant @cube : memref<2x2x2xi32> = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]>
memref.global "private" constant @indices : memref<2xindex> = dense<[5, 60000000000]>
func.func @main() {
  %bytes = memref.get_global @bytes : memref<3xi8>
  %any_bytes = memref.cast %bytes : memref<3xi8> to memref<*xi8>
  call @printMemrefI8(%any_bytes) : (memref<*xi8>) -> ()
  %halves = memref.get_global @halves : memref<2xf16>
  %any_halves = memref.cast %halves : memref<2xf16> to memref<*xf16>
  call @printMemrefF16(%any_halves) : (memref<*xf16>) -> ()
  %brains = memref.get_global @brains : memref<1xbf16>
  %any_brains = memref.cast %brains : memref<1xbf16> to memref<*xbf16>
  call @printMemrefBF16(%any_brains) : (memref<*xbf16>) -> ()
  %one = memref.get_global @one : memref<f64>
  %any_one = memref.cast %one : memref<f64> to memref<*xf64>
  call @printMemrefF64(%any_one) : (memref<*xf64>) -> ()
  %indices = memref.get_global @indices : memref<2xindex>
  %any_indices = memref.cast %indices : memref<2xindex> to memref<*xindex>
  call @printMemrefInd(%any_indices) : (memref<*xindex>) -> ()
  // The second column, and all from behind.
  %cube = memref.get_global @cube : memref<2x2x2xi32>
  %any_cube = memref.cast %cube : memref<2x2x2xi32> to memref<*xi32>
  call @printMemrefI32(%any_cube) : (memref<*xi32>) -> ()
  %column = memref.reinterpret_cast %cube to offset: [1], sizes: [2, 2], strides: [4, 2]
      : memref<2x2x2xi32> to memref<2x2xi32, strided<[4, 2], offset: 1>>
  %any_column = memref.cast %column : memref<2x2xi32, strided<[4, 2], offset: 1>> to memref<*xi32>
  call @printMemrefI32(%any_column) : (memref<*xi32>) -> ()
  %copy = memref.alloc() : memref<2x2xi32>
  memref.copy %column, %copy : memref<2x2xi32, strided<[4, 2], offset: 1>> to memref<2x2xi32>
  %any_copy = memref.cast %copy : memref<2x2xi32> to memref<*xi32>
  %shapes = call @verifyMemRefI32(%any_copy, %any_column) : (memref<*xi32>, memref<*xi32>) -> i64
  vector.print %shapes : i64
  %own = memref.alloc() : memref<2x2xi32>
  memref.copy %copy, %own : memref<2x2xi32> to memref<2x2xi32>
  %any_own = memref.cast %own : memref<2x2xi32> to memref<*xi32>
  %equal = call @verifyMemRefI32(%any_copy, %any_own) : (memref<*xi32>, memref<*xi32>) -> i64
  vector.print %equal : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  memref.store %nine, %copy[%c0, %c1] : memref<2x2xi32>
  %other = call @verifyMemRefI32(%any_copy, %any_own) : (memref<*xi32>, memref<*xi32>) -> i64
  vector.print %other : i64
  %length = memref.dim %column, %c1 : memref<2x2xi32, strided<[4, 2], offset: 1>>
  vector.print %length : index
  %c5 = arith.constant 5 : index
  %floats = memref.alloc(%c5) : memref<?x2xf32>
  %any_floats = memref.cast %floats : memref<?x2xf32> to memref<*xf32>
  call @printMemrefShapeF32(%any_floats) : (memref<*xf32>) -> ()
  // Numbers, one by one.
  %minus = arith.constant -1 : i64
  %third = arith.constant 0.333333343 : f32
  %large = arith.constant 1.0e+100 : f64
  call @printOpen() : () -> ()
  call @printI64(%minus) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%minus) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF32(%third) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF64(%large) : (f64) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
  %then = call @nanoTime() : () -> i64
  %now = call @nanoTime() : () -> i64
  %is_later = arith.cmpi sge, %now, %then : i64
  vector.print %is_later : i1
  // Vectors.
  %matrix = arith.constant dense<[[1.0, 2.5], [-0.0, 1.0e-5]]> : vector<2x2xf32>
  vector.print %matrix : vector<2x2xf32>
  %row = vector.extract %matrix[1] : vector<2xf32> from vector<2x2xf32>
  vector.print %row : vector<2xf32>
  %ids = vector.step : vector<4xindex>
  %two = vector.broadcast %c1 : index to vector<4xindex>
  %more = arith.addi %ids, %two : vector<4xindex>
  vector.print %more : vector<4xindex>
  %are_equal = arith.cmpi eq, %more, %ids : vector<4xindex>
  vector.print %are_equal : vector<4xi1>
  %sum = vector.reduction <add>, %more : vector<4xindex> into index
  vector.print %sum : index
  %bits = arith.constant dense<[1, 255]> : vector<2xui8>
  vector.print %bits : vector<2xui8>
  vector.print str "done"
  vector.print punctuation <newline>
  vector.print %c5 : index punctuation <no_punctuation>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print
  return
}
//> Unranked Memref base@ = 0x1000 rank = 1 offset = 0 sizes = [3] strides = [1] data = 
//> [1,  -2,  127]
//> Unranked Memref base@ = 0x2000 rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//> [1.5,  -0.333252]
//> Unranked Memref base@ = 0x3000 rank = 1 offset = 0 sizes = [1] strides = [1] data = 
//> [0.100098]
//> Unranked Memref base@ = 0x4000 rank = 0 offset = 0 sizes = [] strides = [] data = 
//> [1.23457e+06]
//> Unranked Memref base@ = 0x5000 rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//> [5,  60000000000]
//> Unranked Memref base@ = 0x6000 rank = 3 offset = 0 sizes = [2, 2, 2] strides = [4, 2, 1] data = 
//> [[[1,    2], 
//>   [3,    4]], 
//>  [[5,    6], 
//>   [7,    8]]]
//> Unranked Memref base@ = 0x6000 rank = 2 offset = 1 sizes = [2, 2] strides = [4, 2] data = 
//> [[2,   4], 
//>  [6,   8]]
//> -1
//> 0
//> 1
//> 2
//> Unranked Memref base@ = 0x9000 rank = 2 offset = 0 sizes = [5, 2] strides = [2, 1]
//> ( -1, 18446744073709551615, 0.333333, 1e+100 )
//> 1
//> ( ( 1, 2.5 ), ( -0, 1e-05 ) )
//> ( -0, 1e-05 )
//> ( 1, 2, 3, 4 )
//> ( 0, 0, 0, 0 )
//> 10
//> ( 1, 255 )
//> done
//> 5(  )
