import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { type ListPreview, type TownListName, town } from '../../contract/town.ts'
import { CsvButton } from '../../parts/file-button.tsx'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { plural } from '../../rules/text.ts'
import { townLists } from '../../rules/town-list.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { textOfFile } from '../../ui/file-bytes.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorLine, Note } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { ImportPlan } from './import-plan.tsx'

interface Props {
  list: TownListName
  /** Reads the list again. */
  onChanged: () => Promise<unknown>
  onDone: () => void
}

/** A file that was looked at. */
interface Chosen {
  name: string
  text: string
  /** Whether it counts as the whole list in its preview. Exactly this is imported. */
  whole: boolean
  /** None while it is asked for, or if it could not be had. */
  preview: ListPreview | null
}

const Parts = chakra('div', { base: { display: 'grid', justifyItems: 'start', gap: 3 } })

/** Imports a list from a file: shows what would change first, and then does exactly that. */
export function ImportFile({ list, onChanged, onDone }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const { fields, many, isWhole } = townLists[list]
  const [whole, setWhole] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>()
  const look = async (name: string, text: string, isAll: boolean) => {
    const file = { name, text, whole: isAll }
    // An older preview must not stay beside a tick that it does not have: somebody would confirm it.
    setChosen({ ...file, preview: null })
    const preview = await make((call) => call(town.preview, {}, { list, text, whole: isAll }, null))
    if (preview) setChosen({ ...file, preview })
  }
  const read = async (file: File) => {
    setChosen(undefined)
    const { text, problem: wrong } = await textOfFile(file)
    setProblem(wrong)
    if (text !== undefined) await look(file.name, text, whole)
  }
  const bring = async ({ name, text, whole }: Chosen, { version }: ListPreview) => {
    const body = { list, text, whole, version }
    if (!(await make((call) => call(town.import, {}, body, { words: `${name} imported` })))) return
    tell('File imported')
    onDone()
    await onChanged()
  }
  const refusal = failure?.problem.kind === 'refused' ? failure.problem.status : null
  const isOvertaken = refusal === 409
  const preview = chosen?.whole === whole && !isOvertaken ? chosen.preview : null
  return (
    <Section title="Import a file">
      <Parts>
        <NeedsSignal what="Importing a file" />
        <p>
          A CSV table with a heading line: {fields.join(', ')}. Export gives such a file.{' '}
          {isWhole
            ? `The file is the whole list: ${many} that it leaves out are removed.`
            : 'Empty cells change nothing.'}{' '}
          Nothing happens before you have seen what would change.
        </p>
        {!isWhole && (
          <CheckField
            label={
              list === 'codes'
                ? 'The file is the whole code book: sections that it leaves out are retired.'
                : 'The file is the whole list: rooms and prompts that it leaves out are deleted.'
            }
            checked={whole}
            disabled={isBusy}
            onChange={(event) => {
              setWhole(event.target.checked)
              if (chosen) void look(chosen.name, chosen.text, event.target.checked)
            }}
          />
        )}
        <p>
          <CsvButton isAgain={chosen !== undefined} isBusy={isBusy} onPick={(file) => void read(file)} />
        </p>
        {problem && <ErrorLine message={problem} />}
        <CallFailure of={failure} failed="The file could not be imported" isServerFirst nothingTyped />
        {chosen && !preview && !isBusy && (isOvertaken || refusal === null) && (
          <Note tone="yellow">
            <Button onClick={() => void look(chosen.name, chosen.text, whole)}>Look at the new preview</Button>
          </Note>
        )}
        {chosen && preview && (
          <>
            <ImportPlan list={list} name={chosen.name} preview={preview} />
            <Confirm preview={preview} isBusy={isBusy} onImport={() => void bring(chosen, preview)} />
          </>
        )}
      </Parts>
    </Section>
  )
}

interface ConfirmProps {
  preview: ListPreview
  isBusy: boolean
  onImport: () => void
}

function Confirm({ preview: { added, changed, removed }, isBusy, onImport }: ConfirmProps) {
  const count = added + changed + removed
  if (count === 0) return <p>The file changes nothing.</p>
  return (
    <Button kind={removed > 0 ? 'danger' : 'main'} disabled={isBusy} onClick={onImport}>
      {isBusy ? 'Importing...' : `Import ${plural(count, 'change')}`}
    </Button>
  )
}
