import { useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import { plural } from '../rules/text.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { Button } from '../ui/button.tsx'
import { saveAs } from '../ui/save-as.ts'
import { tell } from '../ui/toast.tsx'
import { useLetterFile } from './use-letter-file.ts'

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
  const write = useLetterFile('letters')
  const save = async (kind: DocumentKind) => {
    setMaking(true)
    try {
      const letters = await make()
      if (letters.length === 0) return tell('There is no letter to make.')
      const file = await write({ letters, kind, fileName })
      if (!file) return
      saveAs(file, file.name)
      tell(`${plural(letters.length, 'letter')} made`)
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
