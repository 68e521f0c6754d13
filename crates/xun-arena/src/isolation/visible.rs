//! The files that an isolated program may read: the system's programs and libraries, and what its
//! own command line names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Programs, libraries and the settings that running programs need.
const SYSTEM: [&str; 22] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/timezone",
    "/etc/java",
    "/etc/python3",
];

/// The system's folders, those of the program and of the files that its arguments name.
pub(super) fn of_command(words: &[String], folder: &Path, path: &OsStr) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    found.extend(java_settings());
    if let Some(program) = words.first().and_then(|word| program_of(word, folder, path)) {
        add_home_of(&program, &mut found);
        if let Ok(real) = program.canonicalize() {
            add_home_of(&real, &mut found);
        }
    }
    for word in words.iter().skip(1) {
        let named = folder.join(word);
        if !word.is_empty() && named.exists() {
            add_file(&named, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Java keeps its settings in folders of its version.
fn java_settings() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_java = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("java-"))
    };
    entries.map(|entry| entry.path()).filter(is_java).collect()
}

/// The file that a command's first word starts.
fn program_of(word: &str, folder: &Path, path: &OsStr) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(folder.join(word));
    }
    std::env::split_paths(path).map(|one| one.join(word)).find(|file| file.is_file())
}

fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// The program with its folder; where that is a `bin`, the installation around it.
fn add_home_of(program: &Path, found: &mut Vec<PathBuf>) {
    if is_of_system(program) {
        return;
    }
    match program.parent() {
        Some(folder) if folder.ends_with("bin") || folder.ends_with("shims") => {
            found.push(program.to_owned());
            found.extend(folder.parent().filter(|home| is_modest(home)).map(Path::to_owned));
        }
        _ => add_file(program, found),
    }
}

/// A named file with the folder it lies in, for a program has modules and data beside it; a folder
/// as it is.
fn add_file(named: &Path, found: &mut Vec<PathBuf>) {
    for path in [Some(named.to_owned()), named.canonicalize().ok()].into_iter().flatten() {
        if is_of_system(&path) || path.starts_with("/proc") || path.starts_with("/dev") {
            continue;
        }
        let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
        found.extend(folder.filter(|folder| is_modest(folder)).map(Path::to_owned));
        found.push(path);
    }
}

/// Whether a folder is small enough to be shown whole: not the root, a home or the folder for
/// temporary files.
fn is_modest(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let large = [Some(PathBuf::from("/")), home, Some(std::env::temp_dir()), Some("/tmp".into())];
    !large.into_iter().flatten().any(|large| large.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_sees_its_own_folder_and_not_the_home_around_it() {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("alice");
        std::fs::create_dir(&own).unwrap();
        std::fs::write(own.join("main.py"), "").unwrap();
        let words = ["sh", "alice/main.py"].map(str::to_owned);
        let seen = of_command(&words, home.path(), OsStr::new("/bin:/usr/bin"));
        assert!(seen.iter().any(|path| path.ends_with("alice")), "{seen:?}");
        assert!(!seen.iter().any(|path| home.path().starts_with(path)), "{seen:?}");
        // A file directly in the folder for temporary files is shown alone.
        let file = tempfile::NamedTempFile::new().unwrap();
        let words = ["sh".to_owned(), file.path().display().to_string()];
        let seen = of_command(&words, home.path(), OsStr::new("/bin:/usr/bin"));
        assert!(seen.contains(&file.path().to_owned()));
        assert!(!seen.contains(&std::env::temp_dir()), "{seen:?}");
    }
}
