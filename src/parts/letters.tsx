import { useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import { plural } from '../rules/text.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { Button } from '../ui/button.tsx'
import { saveAs } from '../ui/save-as.ts'
import { tell } from '../ui/toast.tsx'
import { useLetterFile } from './use-letter-file.ts'

interface Props {
  /** The name of the letters on the buttons: 'Renewal letters'. */
  what: string
  /** The file name without its extension. */
  fileName: string
  /** Reads this device and makes the letters; if there are none, a message says so. */
  make: () => Promise<Letter[]>
}

/** Several letters as one document, made on this device: a PDF to print, or Word to edit. */
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
