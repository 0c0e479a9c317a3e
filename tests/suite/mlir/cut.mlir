// error: 3:1: error[E4011]: expected
spirv.module Logical GLSL450 {
