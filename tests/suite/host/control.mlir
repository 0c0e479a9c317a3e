// Host code alone: recursion, loops, branches, choices, and integers of several widths.
func.func @fibonacci(%n: i32) -> i32 {
  %two = arith.constant 2 : i32
  %is_small = arith.cmpi slt, %n, %two : i32
  %result = scf.if %is_small -> (i32) {
    scf.yield %n : i32
  } else {
    %one = arith.constant 1 : i32
    %a = arith.subi %n, %one : i32
    %b = arith.subi %n, %two : i32
    %c = func.call @fibonacci(%a) : (i32) -> i32
    %d = func.call @fibonacci(%b) : (i32) -> i32
    %sum = arith.addi %c, %d : i32
    scf.yield %sum : i32
  }
  return %result : i32
}
func.func @collatz(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %end:2 = scf.while (%value = %n, %turns = %zero) : (i64, i64) -> (i64, i64) {
    %goes_on = arith.cmpi ne, %value, %one : i64
    scf.condition(%goes_on) %value, %turns : i64, i64
  } do {
  ^bb0(%value: i64, %turns: i64):
    %rest = arith.remui %value, %two : i64
    %is_odd = arith.cmpi eq, %rest, %one : i64
    %half = arith.shrui %value, %one : i64
    %threefold = arith.muli %value, %three : i64
    %up = arith.addi %threefold, %one : i64
    %next = arith.select %is_odd, %up, %half : i64
    %turn = arith.addi %turns, %one : i64
    scf.yield %next, %turn : i64, i64
  }
  return %end#1 : i64
}
func.func @branches(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%n, %zero : i32, i32)
^loop(%left: i32, %sum: i32):
  %is_left = arith.cmpi sgt, %left, %zero : i32
  cf.cond_br %is_left, ^body, ^end(%sum : i32)
^body:
  cf.switch %left : i32, [
    default: ^other(%left : i32),
    3: ^other(%n : i32),
    5: ^end(%sum : i32)
  ]
^other(%add: i32):
  %more = arith.addi %sum, %add : i32
  %next = arith.subi %left, %one : i32
  cf.br ^loop(%next, %more : i32, i32)
^end(%result: i32):
  return %result : i32
}
func.func @cases(%at: index) -> i8 {
  %result = scf.index_switch %at -> i8
  case 2 {
    %two = arith.constant 22 : i8
    scf.yield %two : i8
  }
  case 5 {
    %five = arith.constant -55 : i8
    scf.yield %five : i8
  }
  default {
    %none = scf.execute_region -> i8 {
      %zero = arith.constant 0 : i8
      scf.yield %zero : i8
    }
    scf.yield %none : i8
  }
  return %result : i8
}
func.func @main() {
  %twenty = arith.constant 20 : i32
  %f = call @fibonacci(%twenty) : (i32) -> i32
  vector.print %f : i32
  %n = arith.constant 27 : i64
  %turns = call @collatz(%n) : (i64) -> i64
  vector.print %turns : i64
  %four = arith.constant 4 : i32
  %eight = arith.constant 8 : i32
  %small = call @branches(%four) : (i32) -> i32
  %large = call @branches(%eight) : (i32) -> i32
  vector.print %small : i32
  vector.print %large : i32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.for %at = %c0 to %c9 step %c2 {
    %up = arith.addi %at, %c2 : index
    %one = arith.constant 1 : index
    %odd = arith.subi %up, %one : index
    %even = func.call @cases(%at) : (index) -> i8
    %other = func.call @cases(%odd) : (index) -> i8
    vector.print %even : i8 punctuation <comma>
    vector.print %other : i8
  }
  // 8 bits wrap, divisions round in three ways, the product has two halves.
  %a = arith.constant 100 : i8
  %b = arith.constant -7 : i8
  %sum = arith.addi %a, %a : i8
  %q = arith.divsi %a, %b : i8
  %r = arith.remsi %b, %a : i8
  %down = arith.floordivsi %a, %b : i8
  %up = arith.ceildivsi %a, %b : i8
  %u = arith.divui %b, %a : i8
  %low, %high = arith.mulsi_extended %a, %b : i8
  %wide = arith.extsi %b : i8 to i32
  %unsigned = arith.extui %b : i8 to i32
  vector.print %sum : i8
  vector.print %q : i8
  vector.print %r : i8
  vector.print %down : i8
  vector.print %up : i8
  vector.print %u : i8
  vector.print %low : i8
  vector.print %high : i8
  vector.print %wide : i32
  vector.print %unsigned : i32
  return
}
//> 6765
//> 111
//> 11
//> 21
//> 0, 0
//> 22, 0
//> 0, -55
//> 0, 0
//> 0, 0
//> -56
//> -14
//> -7
//> -15
//> -14
//> 2
//> 68
//> -3
//> -7
//> 249
