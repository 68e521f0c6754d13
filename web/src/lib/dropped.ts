// Files that were dropped on the page, those in folders too.

/** More files than these are left out. */
const MOST_FILES = 500;

/** The files of a drop whose names end in one of these endings; a single file may have any name. */
export async function droppedFiles(data: DataTransfer, endings: string[]): Promise<File[]> {
  // The list is empty once the event is over: everything is taken out of it before the first wait.
  const items = [...data.items].filter((item) => item.kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: File[] = [];
  for (const { entry, file } of taken)
    if (entry?.isDirectory) await collect(entry as FileSystemDirectoryEntry, found);
    else if (file) found.push(file);
  if (found.length <= 1) return found;
  return found.filter(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
}

async function collect(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!entries.length) return;
    for (const entry of entries) {
      if (found.length >= MOST_FILES) return;
      if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, found);
      else
        found.push(
          await new Promise<File>((resolve, reject) =>
            (entry as FileSystemFileEntry).file(resolve, reject),
          ),
        );
    }
  }
}
