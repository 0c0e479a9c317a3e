# Homebrew's formula, as release/manifests fills it in.
class Hlsl2spirv < Formula
  desc "Compiler of HLSL to SPIR-V for Vulkan"
  homepage "@URL@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL@/hlsl2spirv-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@sha256:hlsl2spirv-@VERSION@-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@URL@/hlsl2spirv-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@sha256:hlsl2spirv-@VERSION@-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/hlsl2spirv-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sha256:hlsl2spirv-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@URL@/hlsl2spirv-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sha256:hlsl2spirv-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "hlsl2spirv"
    man1.install "hlsl2spirv.1"
    bash_completion.install "completions/hlsl2spirv.bash" => "hlsl2spirv"
    zsh_completion.install "completions/hlsl2spirv.zsh" => "_hlsl2spirv"
    fish_completion.install "completions/hlsl2spirv.fish"
  end

  test do
    (testpath/"fill.hlsl").write "[numthreads(64, 1, 1)] void main() {}"
    system bin/"hlsl2spirv", "fill.hlsl", "-T", "cs_6_0", "-Fo", "fill.spv"
    system bin/"hlsl2spirv", "validate", "fill.spv"
  end
end
