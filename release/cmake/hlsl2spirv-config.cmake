# hlsl2spirv for CMake 3.20 and newer: find_package(hlsl2spirv), with this folder in CMAKE_PREFIX_PATH or as hlsl2spirv_DIR.
#
#   hlsl_spirv(TARGET SOURCE PROFILE [ENTRY name] [OUTPUT file] [OPTIONS option...])
#       compiles one shader into ${CMAKE_CURRENT_BINARY_DIR}, whose file is built before TARGET. The OPTIONS are DXC's.
#
#   hlsl_spirv_batch(TARGET LIST OUTPUTS file...)
#       compiles a list with a command line per line, in one process on all cores. Names in the list count from
#       ${CMAKE_CURRENT_SOURCE_DIR}, those of OUTPUTS too; they are what the list writes.
#
# Included files are tracked. HLSL2SPIRV_EXECUTABLE names the command; without it, it is searched in PATH.

# Beside this file in an SDK, in packages, in an archive, in a port of vcpkg.
find_program(HLSL2SPIRV_EXECUTABLE NAMES hlsl2spirv
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/.."
    "${CMAKE_CURRENT_LIST_DIR}/../../tools/hlsl2spirv"
  DOC "The compiler hlsl2spirv")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(hlsl2spirv REQUIRED_VARS HLSL2SPIRV_EXECUTABLE)

if(hlsl2spirv_FOUND AND NOT TARGET hlsl2spirv::hlsl2spirv)
  add_executable(hlsl2spirv::hlsl2spirv IMPORTED GLOBAL)
  set_target_properties(hlsl2spirv::hlsl2spirv PROPERTIES IMPORTED_LOCATION "${HLSL2SPIRV_EXECUTABLE}")
endif()

# Names in the rules for make and Ninja count from the folder of the build that writes them.
if(POLICY CMP0116)
  cmake_policy(SET CMP0116 NEW)
endif()

# A target that is no library or program cannot have sources; it gets a dependency on a target of the outputs.
function(_hlsl_spirv_attach target outputs)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "UTILITY")
    string(MAKE_C_IDENTIFIER "${target}_${outputs}" name)
    string(SHA1 digest "${name}")
    add_custom_target(hlsl_spirv_${digest} DEPENDS ${outputs})
    add_dependencies(${target} hlsl_spirv_${digest})
  else()
    target_sources(${target} PRIVATE ${outputs})
  endif()
endfunction()

function(hlsl_spirv target source profile)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "ENTRY;OUTPUT" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hlsl_spirv: unexpected arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_ENTRY)
    set(arg_ENTRY main)
  endif()
  get_filename_component(input "${source}" ABSOLUTE)
  if(NOT arg_OUTPUT)
    get_filename_component(arg_OUTPUT "${source}" NAME)
    string(APPEND arg_OUTPUT ".${arg_ENTRY}.spv")
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND hlsl2spirv::hlsl2spirv -T ${profile} -E ${arg_ENTRY} ${arg_OPTIONS} -Fo "${output}" -MF "${output}.d" "${input}"
    DEPENDS "${input}" hlsl2spirv::hlsl2spirv
    DEPFILE "${output}.d"
    COMMENT "Compiling ${source} (${arg_ENTRY})"
    VERBATIM)
  _hlsl_spirv_attach(${target} "${output}")
endfunction()

function(hlsl_spirv_batch target list)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OUTPUTS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_OUTPUTS)
    message(FATAL_ERROR "hlsl_spirv_batch: OUTPUTS names the files that the list writes")
  endif()
  get_filename_component(input "${list}" ABSOLUTE)
  get_filename_component(name "${list}" NAME)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
  set(outputs)
  foreach(output IN LISTS arg_OUTPUTS)
    get_filename_component(output "${output}" ABSOLUTE)
    get_filename_component(folder "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    list(APPEND outputs "${output}")
  endforeach()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND hlsl2spirv::hlsl2spirv batch "${input}" --stamp "${stamp}" --depfile "${stamp}.d" --manifest "${stamp}.json"
    DEPENDS "${input}" hlsl2spirv::hlsl2spirv
    DEPFILE "${stamp}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Compiling the shaders of ${list}"
    VERBATIM)
  _hlsl_spirv_attach(${target} "${stamp}")
endfunction()
