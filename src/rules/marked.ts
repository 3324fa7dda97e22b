import type { CaptureFacts } from '../contract/photo.ts'

/** The fields that distinguish a marked-up copy from its original. */
interface Copied {
  sha256?: string | null | undefined
  capture?: CaptureFacts | Record<string, unknown> | null | undefined
}

/** Removes files that have a marked-up copy, because faces and plates may be covered in the copy. */
export const withoutMarked = <File extends Copied>(files: readonly File[]): File[] => {
  const marked = new Set(files.map(({ capture }) => capture?.copy_of))
  return files.filter(({ sha256 }) => !sha256 || !marked.has(sha256))
}
