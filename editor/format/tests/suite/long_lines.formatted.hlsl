//@ fmt: braces=same-line
float f() {
    float  a0 = some_long_name_of_a_value_0 + some_long_name_of_a_value_1 + some_long_name_of_a_value_2 + some_long_name_of_a_value_3 + some_long_name_of_a_value_4 + some_long_name_of_a_value_5;
    float  a1 = some_long_name_of_a_value_0 + some_long_name_of_a_value_1 + some_long_name_of_a_value_2 + some_long_name_of_a_value_3 + some_long_name_of_a_value_4 + some_long_name_of_a_value_5;
    float  a2 = some_long_name_of_a_value_0 + some_long_name_of_a_value_1 + some_long_name_of_a_value_2 + some_long_name_of_a_value_3 + some_long_name_of_a_value_4 + some_long_name_of_a_value_5;
    return a0;
}
