import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'

interface Props {
  /** The text of the button. */
  words: string
  /** What may be chosen: '.csv,text/csv'. */
  accept: string
  icon?: IconName
  kind?: 'main'
  isBusy?: boolean
  onPick: (file: File) => void
}

/** Chooses one file that is not a photo of a record: a list, a seal. */
export function FileButton({ words, accept, icon = 'file', kind, isBusy, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={words}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Without this, choosing the same file again after correcting it would not be a change.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      <Button icon={icon} disabled={isBusy} {...(kind ? { kind } : {})} onClick={() => input.current?.click()}>
        {words}
      </Button>
    </>
  )
}

interface CsvProps extends Pick<Props, 'isBusy' | 'onPick'> {
  /** Whether a file was chosen before. */
  isAgain: boolean
}

/** Chooses a list from a spreadsheet. */
export const CsvButton = ({ isAgain, ...props }: CsvProps) => (
  <FileButton
    words={isAgain ? 'Choose another file' : 'Choose a file'}
    accept=".csv,.txt,text/csv,text/plain"
    {...props}
  />
)
