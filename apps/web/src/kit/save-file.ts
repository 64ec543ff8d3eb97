/** Saves a file. A link cannot send a token, so the file is fetched first and then downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has started once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
