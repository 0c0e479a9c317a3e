// error: 3:1: error[E4011]: a file has one module
spirv.module Logical GLSL450 {}
spirv.module Logical GLSL450 {}
