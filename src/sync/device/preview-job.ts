import type { NoPreview, PreviewSize } from '../../rules/preview.ts'

/** What the page hands to a preview worker: a page of a file, from 1 on. A picture has one. */
export interface PreviewJob {
  job: number
  /** The file; null where it is the one of the last job, which the worker still has. */
  bytes: ArrayBuffer | null
  page: number
  size: PreviewSize
}

/** A page of a file as a JPEG, and how many pages there are. */
export interface DrawnPage {
  jpeg: ArrayBuffer
  pages: number
}

export type PreviewReply = { job: number } & (DrawnPage | { failed: NoPreview; why: string })
