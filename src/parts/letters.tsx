import { useEffect, useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import { plural } from '../rules/text.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { LetterNotWritten, LetterWriter } from '../sync/device/write-letter.ts'
import { Button } from '../ui/button.tsx'
import { saveAs } from '../ui/save-as.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

const kinds = {
  word: { ending: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

interface Props {
  /** What the letters are, on the buttons: 'Renewal letters'. */
  what: string
  /** Of the file, without its ending. */
  fileName: string
  /** Reads this device and makes them; none is said in words. */
  make: () => Promise<Letter[]>
}

/** Many letters as one document, made on this device: a PDF to print, or Word to change. */
export function LettersButtons({ what, fileName, make }: Props) {
  const [isMaking, setMaking] = useState(false)
  const writer = useWriter()
  const save = async (kind: DocumentKind) => {
    if (!writer) return
    setMaking(true)
    try {
      const letters = await make()
      if (letters.length === 0) return tell('There is no letter to make.')
      const { bytes, lacking } = await writer.write(letters, kind)
      if (lacking > 0) tell(`${lacking} characters could not be drawn in the PDF. The Word document has them.`)
      const file = new File([bytes], `${fileName}.${kinds[kind].ending}`, { type: kinds[kind].type })
      saveAs(file, file.name)
      tell(`${plural(letters.length, 'letter')} made`)
    } catch (error) {
      if (!(error instanceof LetterNotWritten)) throw error
      tellFailure('The letters could not be made. Open the app once with signal, then try again.')
    } finally {
      setMaking(false)
    }
  }
  return (
    <>
      <Button icon="download" disabled={isMaking} onClick={() => void save('pdf')}>
        {what} (PDF)
      </Button>
      <Button icon="download" disabled={isMaking} onClick={() => void save('word')}>
        {what} (Word)
      </Button>
    </>
  )
}

/** It is ready by the time that somebody taps, and goes with the buttons. */
function useWriter(): LetterWriter | undefined {
  const [writer, setWriter] = useState<LetterWriter>()
  useEffect(() => {
    const made = new LetterWriter()
    setWriter(made)
    return () => made.close()
  }, [])
  return writer
}
