// valid
// Functions of MLIR's general dialects: vectors, wide products, several results, conversions, aliases, the generic form.
!row = vector<4xf32>
#space = #spirv.storage_class<StorageBuffer>
func.func private @other(f32) -> f32
func.func @pair(%a: !row, %b: i32) -> (f32, i32) {
  %sum = vector.reduction <add>, %a : !row into f32
  %low, %high = arith.mulsi_extended %b, %b : i32
  %all, %carry = arith.addui_extended %low, %high : i32, i1
  %one = arith.extui %carry : i1 to i32
  %both = "arith.addi"(%all, %one) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  return %sum, %both : f32, i32
}
func.func @use(%a: !row, %b: i32, %data: memref<2x2xi1, strided<[4, 1], offset: 2>, #space>, %i: index) -> f32 {
  %pair:2 = call @pair(%a, %b) : (!row, i32) -> (f32, i32)
  %more = func.call @other(%pair#0) : (f32) -> f32
  %flag = memref.load %data[%i, %i] {nontemporal = true} : memref<2x2xi1, strided<[4, 1], offset: 2>, #space>
  %mask = arith.constant dense<[1.0, -2.5, 0x7F800000, 4.0]> : !row
  %sums = arith.addf %a, %mask fastmath<contract> : !row
  %turned = vector.shuffle %sums, %a [0, 5, 2, 7] : !row, !row
  %part = vector.extract %turned[%i] : f32 from !row
  %least = arith.minimumf %part, %more : f32
  %rounded = math.round %least : f32
  %number = arith.uitofp %pair#1 : i32 to f32
  %chosen = arith.select %flag, %rounded, %number : f32
  memref.store %flag, %data[%i, %i] : memref<2x2xi1, strided<[4, 1], offset: 2>, #space>
  return %chosen : f32
}
