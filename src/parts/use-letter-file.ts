import { useEffect, useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { LetterNotWritten, LetterWriter } from '../sync/device/write-letter.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

const kinds = {
  word: { ending: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

/** How a file of letters is asked for. */
interface Asked {
  letters: readonly Letter[]
  kind: DocumentKind
  /** Without its ending. */
  fileName: string
}

/** Writes letters as one file on this device; null where that failed, which was told. `what` names them then: 'notice'. */
export function useLetterFile(what: string): (asked: Asked) => Promise<File | null> {
  const writer = useWriter()
  return async ({ letters, kind, fileName }) => {
    if (!writer) return null
    try {
      const { bytes, lacking } = await writer.write(letters, kind)
      if (lacking > 0) tell(`${lacking} letters could not be drawn in the PDF. The Word document has them.`)
      return new File([bytes], `${fileName}.${kinds[kind].ending}`, { type: kinds[kind].type })
    } catch (error) {
      if (!(error instanceof LetterNotWritten)) throw error
      tellFailure(`The ${what} could not be made. Open the app once with signal, then try again.`)
      return null
    }
  }
}

/** It is ready by the time that somebody taps, and goes with what is shown. */
function useWriter(): LetterWriter | undefined {
  const [writer, setWriter] = useState<LetterWriter>()
  useEffect(() => {
    const made = new LetterWriter()
    setWriter(made)
    return () => made.close()
  }, [])
  return writer
}
