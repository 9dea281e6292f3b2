const KEPT_MS = 60_000

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file only after the person has said where it goes.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
