/** Said where `fileBytes` gives null. */
export const unreadableFileText = 'This file cannot be read. Choose it again.'

/** The bytes of a chosen file; null if it cannot be read any more: it was changed or moved since, or its drive is gone. */
export const fileBytes = async (file: File): Promise<Uint8Array | null> => {
  const bytes = await file.arrayBuffer().catch(() => null)
  return bytes && new Uint8Array(bytes)
}
