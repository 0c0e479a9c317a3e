"""The recipe for Conan 2: the command, the libraries for C and for programs that load DXC's, and the package for CMake.

    conan create release/conan                          # builds from this checkout with cargo
    conan export-pkg release/conan -of target/release   # packages what cargo has built already

`find_package(hlsl2spirv)` finds the command; consumers that are built for another system use it as a tool
(`tool_requires`).
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanException, ConanInvalidConfiguration
from conan.tools.files import copy, load

LIBRARIES = ["libdxcompiler.so", "libhlsl2spirv_c.so"]


class Hlsl2spirv(ConanFile):
    name = "hlsl2spirv"
    description = "Compiler of HLSL to SPIR-V for Vulkan"
    license = "MIT OR Apache-2.0"
    topics = ("hlsl", "spirv", "vulkan", "shader", "compiler")
    package_type = "shared-library"
    settings = "os", "arch"

    @property
    def _sources(self):
        """The checkout: beside the recipe, or exported with it."""
        exported = os.path.join(self.export_sources_folder or "", "Cargo.toml")
        return os.path.dirname(exported) if os.path.exists(exported) else os.path.join(self.recipe_folder, "../..")

    def set_version(self):
        manifest = load(self, os.path.join(self.recipe_folder, "../../Cargo.toml"))
        self.version = re.search(r'^version = "(.*)"$', manifest, re.MULTILINE).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "../..")
        copy(self, "*", root, self.export_sources_folder, excludes=("target/*", ".git/*", "*/node_modules/*"))

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("the libraries are built on Linux alone; release/install has the command")

    def build(self):
        crates = " ".join(f"-p {name}" for name in ["hlsl2spirv", "hlsl2spirv-capi", "hlsl2spirv-dxcompiler"])
        target = os.path.join(self.build_folder, "target")
        self.run(f'cargo build --release --locked {crates} --target-dir "{target}"', cwd=self._sources)
        copy(self, "*", os.path.join(target, "release"), self.build_folder, excludes=("*/*",))

    def package(self):
        built, root = self.build_folder, self._sources
        for name, folder in [("hlsl2spirv", "bin")] + [(name, "lib") for name in LIBRARIES]:
            if not copy(self, name, built, os.path.join(self.package_folder, folder)):
                raise ConanException(f"{name} is not in {built}")
        copy(self, "*.h*", os.path.join(root, "embed/capi/include"), os.path.join(self.package_folder, "include"))
        cmake = os.path.join(self.package_folder, "lib/cmake/hlsl2spirv")
        copy(self, "*.cmake", os.path.join(root, "release/cmake"), cmake)
        copy(self, "LICENSE-*", root, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["hlsl2spirv_c"]
        # The package's own file for CMake, not one of Conan's.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/hlsl2spirv"]
        self.buildenv_info.prepend_path("PATH", os.path.join(self.package_folder, "bin"))
