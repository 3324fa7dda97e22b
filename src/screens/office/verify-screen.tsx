import { chakra } from '@chakra-ui/react/styled-system'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { StoredOriginal } from '../../contract/evidence.ts'
import type { User } from '../../contract/user.ts'
import { OriginalFacts } from '../../parts/original-facts.tsx'
import { originalsWith } from '../../records/evidence.ts'
import { allUsers } from '../../records/user.ts'
import { verdictOf } from '../../rules/original-text.ts'
import { may } from '../../rules/permissions.ts'
import { sizeText } from '../../rules/size.ts'
import { rawPhotoLimit } from '../../sync/capture/read-picked.ts'
import { sha256Of } from '../../sync/device/hash.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { useAskNow } from '../../sync/react/read-now.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { fileBytes } from '../../ui/file-bytes.ts'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Empty, ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { failureOf } from './failure.ts'

const Drop = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: 3,
    padding: 6,
    textAlign: 'center',
    border: '2px dashed {colors.border.emphasized}',
    borderRadius: 'md',
    color: 'fg.muted',
    '&[data-over]': { borderColor: 'accent', background: 'accent.quiet' },
  },
})

const Results = chakra('ol', { base: { display: 'grid', gap: 6, listStyle: 'none' } })

const Result = chakra('li', {
  base: { display: 'grid', gap: 3, minWidth: 0, '& h2': { overflowWrap: 'anywhere' } },
})

const Original = chakra('div', { base: { display: 'grid', gap: 3 } })

/** A dropped file, numbered in the order of dropping. */
interface Asked {
  key: number
  file: File
}

/**
 * Verify Files: whether a file is a stored original, and who took it, when and where. The file stays on this device.
 */
export function VerifyScreen() {
  const isAllowed = may(useUser().role, 'verifyFiles')
  const users = useRows(allUsers(), isAllowed)
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const count = useRef(0)
  if (!isAllowed) return <Refused title="Verify Files" message="Only staff can verify files." />
  const add = (files: readonly File[]) =>
    setAsked((old) => [...files.map((file) => ({ key: count.current++, file })), ...old])
  return (
    <Page title="Verify Files" width="text">
      <p>
        Checks whether a file is one that was stored here, byte for byte, and tells who took it, when and where. The
        file is not sent: only its SHA-256 is compared.
      </p>
      <DropZone onFiles={add} />
      <Results aria-label="Results" aria-live="polite">
        {asked.map(({ key, file }) => (
          <Checked key={key} file={file} users={users.rows ?? []} />
        ))}
      </Results>
    </Page>
  )
}

function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <Drop
      className="not-printed"
      data-over={isOver ? '' : undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>Drop files here, or</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to verify"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be checked again.
          event.target.value = ''
        }}
      />
      <Button kind="main" icon="file" onClick={() => input.current?.click()}>
        Choose files
      </Button>
    </Drop>
  )
}

/** The result of checking a file. */
type State =
  | { kind: 'reading' }
  | { kind: 'asking'; sha256: string }
  | { kind: 'found'; sha256: string; originals: readonly StoredOriginal[] }
  | { kind: 'failed'; sha256: string; problem: Problem }
  | { kind: 'unreadable' }

function Checked({ file, users }: { file: File; users: readonly User[] }) {
  const { state, again } = useCheck(file)
  return (
    <Result>
      <h2>
        {file.name} <small>{sizeText(file.size)}</small>
      </h2>
      {state.kind === 'reading' && <Loading>Reading the file...</Loading>}
      {state.kind === 'asking' && <Loading>Asking the office...</Loading>}
      {state.kind === 'unreadable' && <ErrorLine message="The file cannot be read. Choose it again." />}
      {state.kind === 'failed' && (
        <>
          <ErrorLine message={failureOf(state.problem, 'The office could not be asked')} />
          <div>
            <Button onClick={again}>Ask again</Button>
          </div>
        </>
      )}
      {state.kind === 'found' && <Found originals={state.originals} users={users} sha256={state.sha256} />}
    </Result>
  )
}

/** Reads the file, and asks the office about its hash. */
function useCheck(file: File): { state: State; again: () => void } {
  const askNow = useAskNow()
  const [state, setState] = useState<State>({ kind: 'reading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isShown = true
    const show = (next: State) => isShown && setState(next)
    const check = async () => {
      // Larger files are never accepted, so none can be stored.
      const bytes = file.size > rawPhotoLimit ? 'large' : await fileBytes(file)
      if (bytes === null) return show({ kind: 'unreadable' })
      if (bytes === 'large') return show({ kind: 'found', sha256: '', originals: [] })
      const sha256 = await sha256Of(bytes)
      show({ kind: 'asking', sha256 })
      const answer = await askNow(originalsWith(sha256))
      if (answer.kind === 'failed') return show({ kind: 'failed', sha256, problem: answer.problem })
      show({ kind: 'found', sha256, originals: answer.reply })
    }
    void check()
    return () => {
      isShown = false
    }
  }, [file, askNow, round])
  return { state, again: () => setRound((old) => old + 1) }
}

interface FoundProps {
  originals: readonly StoredOriginal[]
  users: readonly User[]
  sha256: string
}

function Found({ originals, users, sha256 }: FoundProps) {
  if (originals.length === 0)
    return (
      <>
        <Verdict of={null} />
        {sha256 && <Empty>SHA-256 {sha256}</Empty>}
      </>
    )
  return originals.map((it) => (
    <Original key={it.photo.id}>
      <Verdict of={it} />
      <OriginalFacts of={it} users={users} />
    </Original>
  ))
}

function Verdict({ of }: { of: StoredOriginal | null }) {
  const { tone, title, detail } = verdictOf(of)
  return (
    <Note tone={tone}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>{detail}</p>
    </Note>
  )
}
