import type { CaptureFacts } from '../contract/photo.ts'

/** What tells a copy with marks from its original. */
interface Copied {
  sha256?: string | null | undefined
  capture?: CaptureFacts | Record<string, unknown> | null | undefined
}

/** Without the files of which there is a copy with marks: faces and plates may be covered in it. */
export const withoutMarked = <File extends Copied>(files: readonly File[]): File[] => {
  const marked = new Set(files.map(({ capture }) => capture?.copy_of))
  return files.filter(({ sha256 }) => !sha256 || !marked.has(sha256))
}
