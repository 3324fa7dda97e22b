/** Saves a file as a download. */
export const saveAs = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the download has begun, it holds the file itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
