import type { NoPreview, PreviewSize } from '../../rules/preview.ts'

/** A job for a preview worker: a page of a file, counted from 1. A picture has one page. */
export interface PreviewJob {
  job: number
  /** The file; null if it is the same as in the last job, which the worker still has. */
  bytes: ArrayBuffer | null
  page: number
  size: PreviewSize
}

/** A page of a file as a JPEG, and the number of pages. */
export interface DrawnPage {
  jpeg: ArrayBuffer
  pages: number
}

export type PreviewReply = { job: number } & (DrawnPage | { failed: NoPreview; why: string })
