import { useState } from 'react'
import type { CodeSection } from '../../contract/code.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { useFoundCodes } from '../use-found-codes.ts'
import { Picker, type PickerProps } from './picker.tsx'

/** Sections offered at once; typing narrows them. */
const shownLimit = 40

/** Chooses one section of the code (CT-10), by chapter, section, name or description (CF-41). For several: `CodeChoice`. */
export function CodePicker(props: PickerProps<CodeSection>) {
  const [text, setText] = useState('')
  const { rows, found, problem } = useFoundCodes(text)
  return (
    <Picker
      {...props}
      placeholder="Search the code: chapter, section, name..."
      from={0}
      text={text}
      onText={setText}
      options={found.slice(0, shownLimit)}
      show={(code) => codeLabel(code) || `Code ${code.id}`}
      note={noteFor(rows, found.length, problem !== undefined)}
    />
  )
}

const noteFor = (rows: unknown[] | undefined, found: number, isFailed: boolean) => {
  if (found > 0) return undefined
  if (!rows) return 'Loading...'
  return rows.length === 0 && isFailed ? 'Error: Failed to fetch codes' : 'No section found'
}
