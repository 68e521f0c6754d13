//! The files of an isolated program: a root of its own that shows, read-only, what it may read, and
//! a small writable `/tmp` in memory.
#![expect(unsafe_code, reason = "mounts are system calls")]

use super::super::plan::Launch;
use super::system::{checked, checked_long};
use super::{Refusal, layer};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Bytes of `/tmp` without a limit.
const DISK: u64 = 64 << 20;
/// Where the roots are put together: the old one below `old`, the new one below `new`.
const STAGE: &str = "/tmp";

/// Real places of the files to show and to hide, found before the root changes.
pub(super) struct Sources {
    /// Place, and where it is shown.
    shown: Vec<(PathBuf, PathBuf)>,
    hidden: Vec<PathBuf>,
}

impl Sources {
    pub(super) fn of(launch: &Launch) -> Self {
        let mut shown: Vec<(PathBuf, PathBuf)> = Vec::new();
        let mut readable = launch.readable.clone();
        readable.sort();
        for path in readable {
            let inside = shown.iter().any(|(_, outer)| path.starts_with(outer));
            if let (false, Ok(real)) = (inside, path.canonicalize()) {
                shown.push((real, path));
            }
        }
        let hidden = launch.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Self { shown, hidden }
    }
}

fn text(path: impl AsRef<Path>) -> io::Result<CString> {
    CString::new(path.as_ref().as_os_str().as_bytes())
        .map_err(|_| io::ErrorKind::InvalidInput.into())
}

/// `mount`: source, place, kind, flags and options.
fn mount(
    source: &Path,
    place: &Path,
    kind: &str,
    flags: libc::c_ulong,
    options: &str,
) -> io::Result<()> {
    let (source, place) = (text(source)?, text(place)?);
    let (kind, options) = (text(kind)?, text(options)?);
    // SAFETY: four texts that outlive the call.
    let result = unsafe {
        libc::mount(source.as_ptr(), place.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast())
    };
    checked(result).map(|_| ())
}

fn memory_files(place: &Path, options: &str) -> io::Result<()> {
    mount(Path::new("tmpfs"), place, "tmpfs", libc::MS_NOSUID | libc::MS_NODEV, options)
}

fn bind(source: &Path, place: &Path) -> io::Result<()> {
    mount(source, place, "", libc::MS_BIND | libc::MS_REC, "")
}

#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    users: u64,
}

/// Makes a mount, and those in it, read-only (Linux 5.12).
fn make_read_only(place: &Path, recursive: bool) -> io::Result<()> {
    const READ_ONLY_NO_SETUID: u64 = 1 | 2;
    let attributes = Attributes { set: READ_ONLY_NO_SETUID, clear: 0, propagation: 0, users: 0 };
    let flags = if recursive { libc::AT_RECURSIVE } else { 0 };
    let place = text(place)?;
    // SAFETY: the path and the structure outlive the call; the size is the structure's.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            place.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    };
    checked_long(result).map(|_| ())
}

fn pivot_root(new: &Path, old: &Path) -> io::Result<()> {
    let (new, old) = (text(new)?, text(old)?);
    // SAFETY: two texts that outlive the call.
    let result = unsafe { libc::syscall(libc::SYS_pivot_root, new.as_ptr(), old.as_ptr()) };
    checked_long(result).map(|_| ())
}

fn detach(place: &Path) -> io::Result<()> {
    let place = text(place)?;
    // SAFETY: a text that outlives the call.
    checked(unsafe { libc::umount2(place.as_ptr(), libc::MNT_DETACH) }).map(|_| ())
}

/// Changes the root of this process, which has a mount namespace of its own.
pub(super) fn put_up(launch: &Launch, sources: &Sources) -> Result<(), Refusal> {
    let stage = Path::new(STAGE);
    let private = mount(Path::new("none"), Path::new("/"), "", libc::MS_REC | libc::MS_PRIVATE, "");
    layer("mounts", private)?;
    layer("mounts: stage", memory_files(stage, "size=4m,mode=0755"))?;
    layer("mounts: stage", fs::create_dir(stage.join("old")))?;
    layer("mounts: stage", fs::create_dir(stage.join("new")))?;
    layer("mounts: stage", pivot_root(stage, &stage.join("old")))?;
    layer("mounts: stage", std::env::set_current_dir("/"))?;
    let (old, new) = (Path::new("/old"), Path::new("/new"));
    layer("mounts: root", memory_files(new, "size=4m,mode=0755"))?;
    put_up_writable(launch, new)?;
    for (real, shown) in &sources.shown {
        let place = inside(new, shown);
        layer(&format!("mounts: {}", shown.display()), show(&inside(old, real), &place))?;
    }
    hide(new, sources)?;
    put_up_devices(old, new)?;
    // A container may forbid it, for parts of its own are hidden; most programs do without.
    let _ = fs::create_dir(new.join("proc"));
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
    let _ = mount(Path::new("proc"), &new.join("proc"), "proc", flags, "");
    layer("mounts: folder", fs::create_dir_all(inside(new, &launch.folder)))?;
    layer("mounts: root", make_read_only(new, false))?;
    // The old root comes to lie over the new one, and is taken off.
    layer("mounts: root", std::env::set_current_dir(new))?;
    layer("mounts: root", pivot_root(Path::new("."), Path::new(".")))?;
    layer("mounts: root", detach(Path::new(".")))?;
    layer("mounts: root", std::env::set_current_dir("/"))
}

/// An absolute path below another root.
fn inside(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// The one place that can be written to; before the others, which may lie in it.
fn put_up_writable(launch: &Launch, new: &Path) -> Result<(), Refusal> {
    let place = inside(new, &launch.scratch);
    layer("mounts: private folder", fs::create_dir_all(&place))?;
    let size = launch.limits.disk.unwrap_or(DISK);
    let options = format!("size={size},nr_inodes=16384,mode=1777");
    layer("mounts: private folder", memory_files(&place, &options))
}

/// Shows a file or folder, read-only.
fn show(real: &Path, place: &Path) -> io::Result<()> {
    if real.is_dir() {
        fs::create_dir_all(place)?;
    } else {
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        if !place.exists() {
            fs::write(place, "")?;
        }
    }
    bind(real, place)?;
    make_read_only(place, true)
}

/// Puts something empty over files and folders that are shown and should not be, under each name
/// by which they are shown.
fn hide(new: &Path, sources: &Sources) -> Result<(), Refusal> {
    let empty = Path::new("/empty");
    layer("mounts: hidden", fs::write(empty, ""))?;
    let names = |path: &PathBuf| -> Vec<PathBuf> {
        let shown = sources.shown.iter();
        shown
            .filter_map(|(real, shown)| {
                let rest = path.strip_prefix(real).ok()?;
                Some(if rest.as_os_str().is_empty() { shown.clone() } else { shown.join(rest) })
            })
            .collect()
    };
    for path in sources.hidden.iter().flat_map(names) {
        let place = inside(new, &path);
        let name = format!("mounts: hidden {}", path.display());
        if place.is_dir() {
            layer(&name, memory_files(&place, "size=4k,mode=0555"))?;
            layer(&name, make_read_only(&place, false))?;
        } else if place.exists() {
            layer(&name, bind(empty, &place))?;
            layer(&name, make_read_only(&place, false))?;
        }
    }
    Ok(())
}

fn put_up_devices(old: &Path, new: &Path) -> Result<(), Refusal> {
    let place = new.join("dev");
    layer("mounts: devices", fs::create_dir_all(&place))?;
    for device in ["null", "zero", "full", "random", "urandom"] {
        let shown = place.join(device);
        layer("mounts: devices", fs::write(&shown, ""))?;
        layer("mounts: devices", bind(&old.join("dev").join(device), &shown))?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", "/tmp"),
    ] {
        layer("mounts: devices", std::os::unix::fs::symlink(target, place.join(name)))?;
    }
    Ok(())
}
