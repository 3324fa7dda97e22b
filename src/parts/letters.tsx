import { useState } from 'react'
import type { Letter } from '../rules/letter.ts'
import { plural } from '../rules/text.ts'
import type { DocumentKind } from '../sync/device/letter-job.ts'
import { Button } from '../ui/button.tsx'
import { saveAs } from '../ui/save-as.ts'
import { tell, tellFailure } from '../ui/toast.tsx'
import { useLetterFile } from './use-letter-file.ts'

/** A letter made from this device's data. */
export interface MadeLetter {
  letter: Letter
  /** Something that belongs in it is not on this device. */
  isPartial: boolean
}

interface Props {
  /** The name of the letters on the buttons: 'Renewal letters'. */
  what: string
  /** What a partial letter may lack: 'the owner or photos'. */
  lacks: string
  /** The file name without its extension. */
  fileName: string
  /** Reads this device and makes the letters; if there are none, a message says so. */
  make: () => Promise<MadeLetter[]>
}

/** Several letters as one document, made on this device: a PDF to print, or Word to edit. */
export function LettersButtons({ what, lacks, fileName, make }: Props) {
  const [isMaking, setMaking] = useState(false)
  const write = useLetterFile('letters')
  const save = async (kind: DocumentKind) => {
    setMaking(true)
    try {
      const made = await make()
      if (made.length === 0) return tell('There is no letter to make.')
      const file = await write({ letters: made.map((it) => it.letter), kind, fileName })
      if (!file) return
      saveAs(file, file.name)
      tell(`${plural(made.length, 'letter')} made`)
      const partial = made.filter((it) => it.isPartial).length
      // Nobody reads a hundred letters before they are posted.
      if (partial > 0)
        tellFailure(
          `${partial} of ${plural(made.length, 'letter')} ${partial === 1 ? 'lacks' : 'lack'} ${lacks}, because not everything is on this device. Make them again with signal.`,
        )
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
