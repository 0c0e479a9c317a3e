//@ run: -T vs_6_8 -E main
float4 main([[vk::builtin("BaseInstance")]] uint first : A, [[vk::builtin("BaseInstance")]] uint second : B) : SV_Position {
//~                                                                                              ^ error[E2594]: 'B' and 'A' are the same built-in
    return first + second;
}
