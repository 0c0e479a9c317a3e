use super::*;
use std::convert::Infallible;

/// A folder of its own for a test, gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn cache(&self) -> Cache {
        Cache::open(&self.0).unwrap()
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The object of a key, and whether it had to be made.
fn ask(cache: &Cache, key: &[u8], object: &[u8]) -> (Vec<u8>, bool) {
    let mut was_made = false;
    let made: Result<_, Infallible> = cache.object(key, || {
        was_made = true;
        Ok(object.to_vec())
    });
    let Ok(object) = made;
    (object, was_made)
}

#[test]
fn objects_are_cached() {
    let folder = Folder::new("kept");
    let cache = folder.cache();
    assert_eq!(ask(&cache, b"key", b"object"), (b"object".to_vec(), true));
    assert_eq!(ask(&cache, b"key", b"other"), (b"object".to_vec(), false));
    assert_eq!(ask(&cache, b"key ", b"other"), (b"other".to_vec(), true));
    assert_eq!(ask(&folder.cache(), b"key", b"other"), (b"object".to_vec(), false));
    assert_eq!(folder.files().len(), 2);
}

#[test]
fn failures_are_not_cached() {
    let folder = Folder::new("fails");
    assert_eq!(folder.cache().object(b"key", || Err::<Vec<u8>, _>(7)), Err(7));
    assert_eq!(folder.files(), Vec::<PathBuf>::new());
}

/// Each byte of a file wrong, each length too short, and more than there should be.
#[test]
fn damage_is_seen() {
    let folder = Folder::new("damage");
    let cache = folder.cache();
    let (key, object) = (b"a key of some bytes", b"an object that is not a multiple of eight");
    ask(&cache, key, object);
    let file = folder.files().remove(0);
    let whole = fs::read(&file).unwrap();
    let mut broken: Vec<Vec<u8>> = (0..whole.len()).map(|length| whole[..length].to_vec()).collect();
    broken.push([&whole[..], b"\0"].concat());
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut content = whole.clone();
            content[at] ^= 1 << bit;
            broken.push(content);
        }
    }
    for content in &broken {
        fs::write(&file, content).unwrap();
        assert_eq!(ask(&cache, key, b"new"), (b"new".to_vec(), true));
    }
    fs::write(&file, &whole).unwrap();
    assert_eq!(ask(&cache, key, b"new"), (object.to_vec(), false));
}

/// A file under the name of another key, as it would be if two keys had the same checksum.
#[test]
fn a_foreign_object_is_not_taken() {
    let folder = Folder::new("foreign");
    let cache = folder.cache();
    ask(&cache, b"one", b"object of one");
    fs::rename(cache.place(b"one"), cache.place(b"two")).unwrap();
    assert_eq!(ask(&cache, b"two", b"object of two"), (b"object of two".to_vec(), true));
    assert_eq!(ask(&cache, b"two", b""), (b"object of two".to_vec(), false));
}

#[test]
fn the_oldest_goes_when_it_is_full() {
    let folder = Folder::new("full");
    let object = vec![1; 1000];
    let each = (HEADER + 1 + object.len()) as u64;
    let cache = folder.cache().with_limit(3 * each);
    fs::write(folder.0.join("theirs.txt"), vec![0; 5000]).unwrap();
    let at = |key: &[u8], seconds| {
        let time = SystemTime::now() - std::time::Duration::from_secs(seconds);
        File::open(cache.place(key)).unwrap().set_modified(time).unwrap();
    };
    for (key, age) in [(b"a", 30), (b"b", 20), (b"c", 10)] {
        assert!(ask(&cache, key, &object).1);
        at(key, age);
    }
    // It is used, which makes it young.
    assert!(!ask(&cache, b"a", &object).1);
    assert!(ask(&cache, b"d", &object).1);
    let is_there = |key: &[u8]| cache.place(key).exists();
    assert_eq!([b"a", b"b", b"c", b"d"].map(|key| is_there(key)), [true, false, true, true]);
    assert!(folder.0.join("theirs.txt").exists());
    // What is larger than everything is not kept, and moves nothing out.
    assert!(ask(&cache, b"e", &vec![0; 4 * object.len()]).1);
    assert_eq!([b"a", b"c", b"d", b"e"].map(|key| is_there(key)), [true, true, true, false]);
}

/// Many threads, few keys, each with an object that its key tells, in a folder with room for some of them.
#[test]
fn it_is_used_by_many_at_once() {
    let folder = Folder::new("many");
    let object = |key: u8| vec![key; 500 + 7 * usize::from(key)];
    std::thread::scope(|scope| {
        for thread in 0..8u8 {
            let cache = folder.cache().with_limit(4000);
            scope.spawn(move || {
                for turn in 0..60u8 {
                    let key = (turn.wrapping_mul(thread + 3)) % 11;
                    assert_eq!(ask(&cache, &[key], &object(key)).0, object(key));
                }
            });
        }
    });
    assert!(folder.files().iter().all(|file| file.extension().is_some_and(|end| end == WHOLE)));
}

#[cfg(unix)]
#[test]
fn others_may_not_write_to_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("private");
    let cache = folder.cache();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    ask(&cache, b"key", b"object");
    assert_eq!((mode(&folder.0), mode(&cache.place(b"key"))), (0o700, 0o600));
    fs::set_permissions(cache.place(b"key"), fs::Permissions::from_mode(0o620)).unwrap();
    assert!(ask(&cache, b"key", b"object").1);
    for mode in [0o720, 0o702, 0o777] {
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).unwrap();
        assert!(matches!(Cache::open(&folder.0), Err(CacheError::NotPrivate(_))), "{mode:o}");
    }
}

/// A pipe instead of an object, that is never written, is not waited for.
#[cfg(unix)]
#[test]
fn only_files_are_opened() {
    let folder = Folder::new("pipe");
    let cache = folder.cache();
    let made = std::process::Command::new("mkfifo").arg(cache.place(b"key")).status().unwrap();
    assert!(made.success());
    assert_eq!(ask(&cache, b"key", b"object"), (b"object".to_vec(), true));
    assert_eq!(ask(&cache, b"key", b""), (b"object".to_vec(), false));
}

#[test]
fn a_folder_that_is_none_is_an_error() {
    let folder = Folder::new("none");
    fs::write(&folder.0, "a file").unwrap();
    let error = Cache::open(&folder.0).unwrap_err();
    assert!(matches!(error, CacheError::Io(..)), "{error}");
    fs::remove_file(&folder.0).unwrap();
}
