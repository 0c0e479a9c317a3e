//! A program that builds a compute shader without HLSL ([`shader`]), validates it, and runs it on the CPU.

pub mod shader;

#[cfg(test)]
mod tests {
    use super::shader::{TARGET, write_shader};
    use hlsl2spirv::builder::{WordConsumer, WordCounter, WordHasher, WordWriter};
    use hlsl2spirv::run::{Module, Options};

    #[test]
    fn the_shader_is_valid_and_computes_sums() -> Result<(), Box<dyn std::error::Error>> {
        let mut words = Vec::new();
        write_shader(&mut words)?;
        hlsl2spirv::validate(&words, TARGET)?;

        let module = Module::new(&words, "main", &Options::default())?;
        let mut numbers: Vec<f32> = (0..40).map(|number| number as f32).collect();
        let mut dispatch = module.dispatch();
        dispatch.buffer_mut("numbers", &mut numbers)?.push_constants(&[33_u32]);
        dispatch.run([2, 1, 1])?;

        for (n, &found) in numbers.iter().enumerate() {
            let sum = (1..=n).map(|i| (i as f32).sqrt()).sum();
            let expected = if n < 33 { sum } else { n as f32 };
            assert!((found - expected).abs() <= expected * 1e-5, "{n}: {found} is not {expected}");
        }
        Ok(())
    }

    #[test]
    fn every_consumer_takes_the_shader() -> Result<(), Box<dyn std::error::Error>> {
        let (mut words, mut counter) = (Vec::new(), WordCounter::default());
        let (mut hasher, mut again) = (WordHasher::default(), WordHasher::default());
        let mut writer = WordWriter::new(Vec::new());
        write_shader(&mut words)?;
        write_shader(&mut counter)?;
        write_shader(&mut writer)?;
        write_shader(&mut hasher)?;
        again.consume(&words);
        assert_eq!(counter.count(), words.len());
        assert_eq!(writer.finish()?.len(), words.len() * 4);
        assert_eq!(hasher.hash(), again.hash());
        Ok(())
    }
}
