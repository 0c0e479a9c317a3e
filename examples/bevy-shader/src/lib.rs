//! HLSL files as shaders of Bevy.
//!
//! ```no_run
//! use bevy_app::App;
//! use bevy_asset::AssetPlugin;
//! use bevy_shader_example::HlslPlugin;
//!
//! App::new().add_plugins((AssetPlugin::default(), HlslPlugin)).run();
//! ```
//!
//! A file is a library whose entry points have `[shader("vertex")]` and the like: one asset for a whole pipeline, which names them.
//! [`HlslSettings`] give further options.

mod includes;

use bevy_app::{App, Plugin};
use bevy_asset::io::Reader;
use bevy_asset::{AssetApp, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use bevy_shader::Shader;
use hlsl2spirv::{Artifact, Compiler, Failure, TargetEnv};
use includes::Includes;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// Lets an app load HLSL files.
pub struct HlslPlugin;

impl Plugin for HlslPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<Shader>().init_asset_loader::<HlslLoader>();
    }
}

/// Compiles HLSL files.
#[derive(Default, TypePath)]
pub struct HlslLoader;

/// How a file is compiled.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct HlslSettings {
    /// Options as the command `hlsl2spirv` takes them: `-T ps_6_6`, `-E shade`, `-D SHADOWS=1`, each word by itself.
    pub options: Vec<String>,
}

impl AssetLoader for HlslLoader {
    type Asset = Shader;
    type Settings = HlslSettings;
    type Error = Box<dyn Error + Send + Sync>;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &HlslSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<Shader, Self::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes)?;
        let path = context.path().path().to_string_lossy().replace('\\', "/");
        let library = Compiler::new().profile("lib_6_8".parse()?).target_env(TargetEnv::Vulkan1_2);
        let compiler = library.args(&settings.options).map_err(message)?;
        let artifact = compile(&compiler, &path, &text, context).await.map_err(message)?;
        Ok(Shader::from_spirv(artifact.bytes(), path))
    }

    fn extensions(&self) -> &[&str] {
        &["hlsl"]
    }
}

/// Compiles a text. Includes are assets, which are read between two attempts: reading waits, and a compilation does not.
async fn compile(
    compiler: &Compiler,
    path: &str,
    text: &str,
    context: &mut LoadContext<'_>,
) -> Result<Artifact, Failure> {
    let mut includes = Includes::default();
    loop {
        let result = compiler.compile(path, text, &includes);
        let requested = includes.take_requested();
        if requested.is_empty() {
            return result;
        }
        for file in requested {
            let bytes = context.read_asset_bytes(file.clone()).await.ok();
            includes.insert(file, bytes.and_then(|bytes| String::from_utf8(bytes).ok()));
        }
    }
}

fn message(failure: Failure) -> Box<dyn Error + Send + Sync> {
    failure.report.to_string().into()
}
