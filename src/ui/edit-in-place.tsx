import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './fields.tsx'
import { useDirtyMark } from './use-dirty.ts'
import { useWasOpen } from './use-was-open.ts'

const Row = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 2,
    '& > div': { flex: '1 1 12rem', maxWidth: '24rem' },
  },
})

interface Props {
  label: string
  value: string
  /** Texts of the buttons, if the specification has its own. */
  editWords?: string
  saveWords?: string
  /**
   * Saves the trimmed text and returns what is wrong with it, or nothing. If there is a problem the editor stays open.
   * `seen` is the value when the editor opened; the stored one may have changed since.
   */
  onSave: (value: string, seen: string) => Promise<string | undefined>
}

/** One value with Edit, then an input with Save and Cancel. An unchanged or blank value just closes it. */
export function EditInPlace({ label, value, editWords = 'Edit', saveWords = 'Save', onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  const [problem, setProblem] = useState<string>()
  const wasOpen = useWasOpen(typed !== null)
  useDirtyMark(typed !== null && typed.trim() !== seen)
  const close = () => {
    setTyped(null)
    setProblem(undefined)
  }
  if (typed === null) {
    const open = () => {
      setTyped(value)
      setSeen(value)
    }
    return (
      <Button kind="quiet" icon="pencil" autoFocus={wasOpen} onClick={open}>
        {editWords}
      </Button>
    )
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '' || text === seen) return close()
    const said = await onSave(text, seen)
    if (said) setProblem(said)
    else close()
  }
  return (
    <Row onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={label}
        problem={problem}
        value={typed}
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <Button type="submit" kind="main">
        {saveWords}
      </Button>
      <Button onClick={close}>Cancel</Button>
    </Row>
  )
}
