# hlsl2spirv @VERSION@ for vcpkg: with vcpkg.json in a folder hlsl2spirv of overlay ports. The port is the command of a release;
# find_package(hlsl2spirv) has hlsl_spirv() and hlsl_spirv_batch(), which compile shaders.
set(VCPKG_POLICY_EMPTY_INCLUDE_FOLDER enabled)
# The command has no dependencies whose place would have to be written into it.
set(VCPKG_FIXUP_ELF_RPATH OFF)

if(VCPKG_TARGET_IS_LINUX AND VCPKG_TARGET_ARCHITECTURE STREQUAL "x64")
  set(name hlsl2spirv-@VERSION@-x86_64-unknown-linux-musl.tar.gz)
  set(sum @sha512:hlsl2spirv-@VERSION@-x86_64-unknown-linux-musl.tar.gz@)
elseif(VCPKG_TARGET_IS_LINUX)
  set(name hlsl2spirv-@VERSION@-aarch64-unknown-linux-musl.tar.gz)
  set(sum @sha512:hlsl2spirv-@VERSION@-aarch64-unknown-linux-musl.tar.gz@)
elseif(VCPKG_TARGET_IS_WINDOWS)
  set(name hlsl2spirv-@VERSION@-x86_64-pc-windows-gnu.zip)
  set(sum @sha512:hlsl2spirv-@VERSION@-x86_64-pc-windows-gnu.zip@)
elseif(VCPKG_TARGET_ARCHITECTURE STREQUAL "x64")
  set(name hlsl2spirv-@VERSION@-x86_64-apple-darwin.tar.gz)
  set(sum @sha512:hlsl2spirv-@VERSION@-x86_64-apple-darwin.tar.gz@)
else()
  set(name hlsl2spirv-@VERSION@-aarch64-apple-darwin.tar.gz)
  set(sum @sha512:hlsl2spirv-@VERSION@-aarch64-apple-darwin.tar.gz@)
endif()

vcpkg_download_distfile(archive URLS "@URL@/${name}" FILENAME "${name}" SHA512 ${sum})
vcpkg_extract_source_archive(source ARCHIVE "${archive}")
file(INSTALL "${source}/hlsl2spirv${VCPKG_TARGET_EXECUTABLE_SUFFIX}" DESTINATION "${CURRENT_PACKAGES_DIR}/tools/${PORT}"
  USE_SOURCE_PERMISSIONS)
file(INSTALL "${source}/cmake/hlsl2spirv-config.cmake" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE-MIT" "${source}/LICENSE-APACHE")
