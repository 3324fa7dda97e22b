import { useState } from 'react'
import type { CodeSection } from '../../contract/code.ts'
import { codeBook } from '../../records/code.ts'
import { codeLabel, codeMatches, inCodeOrder } from '../../rules/code-search.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Picker, type PickerProps } from './picker.tsx'

/** Sections offered at once; typing narrows them. */
const shownLimit = 40

/** Chooses one section of the code (CT-10), by chapter, section, name or description (CF-41). For several: `CodeChoice`. */
export function CodePicker(props: PickerProps<CodeSection>) {
  const { rows, problem } = useRows(codeBook())
  const [text, setText] = useState('')
  const found = inCodeOrder((rows ?? []).filter((it) => codeMatches(it, text))).slice(0, shownLimit)
  return (
    <Picker
      {...props}
      placeholder="Search the code: chapter, section, name..."
      from={0}
      text={text}
      onText={setText}
      options={found}
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
