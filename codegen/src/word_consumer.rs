//! Where words go. Only this module knows that.

/// Takes the words of instructions.
pub(crate) trait WordConsumer {
    /// How many words were taken.
    fn word_count(&self) -> usize;
    /// Takes one word.
    fn push_word(&mut self, word: u32);
    /// Takes several words.
    fn push_words(&mut self, words: &[u32]);
    /// Changes a word that was taken before.
    fn patch_word(&mut self, at: usize, word: u32);
    /// Gives back all words from `at` on.
    fn drop_words(&mut self, at: usize);
}

impl WordConsumer for Vec<u32> {
    #[inline]
    fn word_count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn push_word(&mut self, word: u32) {
        self.push(word);
    }

    #[inline]
    fn push_words(&mut self, words: &[u32]) {
        self.extend_from_slice(words);
    }

    #[inline]
    fn patch_word(&mut self, at: usize, word: u32) {
        self[at] = word;
    }

    #[inline]
    fn drop_words(&mut self, at: usize) {
        self.truncate(at);
    }
}
