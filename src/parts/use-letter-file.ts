import { useEffect, useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import { plural } from '../rules/text.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { LetterNotWritten, LetterWriter } from '../sync/device/write-letter.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

const kinds = {
  word: { ending: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

/** A request for a file of letters. */
interface Asked {
  letters: readonly Letter[]
  kind: DocumentKind
  /** Without its extension. */
  fileName: string
}

/**
 * Writes letters as one file on this device; null if that failed, which was reported, or if the page was left
 * meanwhile. `what` names them in the message: 'notice'.
 */
export function useLetterFile(what: string): (asked: Asked) => Promise<File | null> {
  const writer = useWriter()
  return async ({ letters, kind, fileName }) => {
    if (!writer) return null
    try {
      const written = await writer.write(letters, kind)
      if (!written) return null
      const { bytes, lacking } = written
      if (lacking > 0) tell(`${plural(lacking, 'character')} could not be drawn in the PDF. The Word document has all.`)
      return new File([bytes], `${fileName}.${kinds[kind].ending}`, { type: kinds[kind].type })
    } catch (error) {
      if (!(error instanceof LetterNotWritten)) throw error
      tellFailure(`The ${what} could not be made. Open the app once with signal, then try again.`)
      return null
    }
  }
}

/** The worker is ready by the time somebody taps, and ends with the component. */
function useWriter(): LetterWriter | undefined {
  const [writer, setWriter] = useState<LetterWriter>()
  useEffect(() => {
    const made = new LetterWriter()
    setWriter(made)
    return () => made.close()
  }, [])
  return writer
}
