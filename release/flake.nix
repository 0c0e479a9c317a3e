# nix run '.?dir=release#' -- --help
{
  description = "Compiler of HLSL to SPIR-V for Vulkan";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      package = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = "hlsl2spirv";
        version = (builtins.fromTOML (builtins.readFile ../Cargo.toml)).workspace.package.version;
        src = ../.;
        cargoLock.lockFile = ../Cargo.lock;
        cargoBuildFlags = [ "-p" "hlsl2spirv" ];
        # They need LLVM as a library, shells, and other compilers to compare with.
        doCheck = false;
        nativeBuildInputs = [ pkgs.installShellFiles ];
        postInstall = ''
          installManPage docs/tables/hlsl2spirv.1
          installShellCompletion driver/commands/src/completions/hlsl2spirv.{bash,fish,zsh}
        '';
        meta = {
          description = "Compiler of HLSL to SPIR-V for Vulkan";
          license = with pkgs.lib.licenses; [ mit asl20 ];
          mainProgram = "hlsl2spirv";
        };
      };
    in {
      packages = nixpkgs.lib.genAttrs systems (system: { default = package nixpkgs.legacyPackages.${system}; });
    };
}
