import type { Letter } from '../../rules/letter.ts'

/** The kinds of document that a letter can become. */
export type DocumentKind = 'word' | 'pdf'

/** A job for the worker that writes documents. */
export interface LetterJob {
  letters: readonly Letter[]
  kind: DocumentKind
}

/** A document, and how many of its letters could not be drawn. */
export interface WrittenLetter {
  bytes: Uint8Array<ArrayBuffer>
  lacking: number
}

export type LetterReply = WrittenLetter | { failed: string }
