import { chakra } from '@chakra-ui/react/styled-system'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { AuditEntry } from '../../contract/audit.ts'
import type { ChainHead, StoredOriginal } from '../../contract/evidence.ts'
import type { Photo } from '../../contract/photo.ts'
import type { User } from '../../contract/user.ts'
import { FilePreview } from '../../parts/fetched-preview.ts'
import { Hash, nameIn, OriginalFacts } from '../../parts/original-facts.tsx'
import { type PreviewState, previewKind, previewNote } from '../../parts/photo-match.ts'
import { useZone } from '../../parts/use-now.ts'
import { actionText, sentText } from '../../rules/audit-words.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { isPictureFile } from '../../rules/file-kind.ts'
import { verdictOf } from '../../rules/original-text.ts'
import { onSignalAgain } from '../../sync/react/hooks.ts'
import { type Problem, problemText } from '../../sync/transport/problem.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading, Note } from '../../ui/states.tsx'

const Files = chakra('ol', {
  base: {
    display: 'grid',
    gap: 6,
    listStyle: 'none',
    '& > li': {
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 20rem) minmax(0, 1fr)' },
      alignItems: 'start',
    },
    '& img': { width: '100%', maxHeight: '24rem', objectFit: 'contain', background: 'bg.muted' },
    '@media print': { '& > li': { gridTemplateColumns: '3in minmax(0, 1fr)' }, '& img': { maxHeight: '4in' } },
  },
})

const Events = chakra('ol', {
  base: {
    listStyle: 'none',
    '& > li': { paddingBlock: 2, borderBottom: 'var(--hairline) solid var(--line)' },
    '& pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'sm', color: 'fg.muted' },
    '& p': { fontSize: 'sm' },
  },
})

/** The office's evidence for a violation. */
export interface Evidence {
  files: StoredOriginal[]
  events: AuditEntry[]
  head: ChainHead | null
}

/** Shown while the evidence is loading, or why it cannot be loaded. */
export function EvidenceWaiting({ problem }: { problem: Problem | undefined }) {
  if (!problem) return <Loading />
  if (problem.kind === 'refused' && [404, 405, 501].includes(problem.status))
    return <Note tone="yellow">The server of this town keeps no evidence. Nothing is wrong with this device.</Note>
  return <ErrorLine message={`The evidence could not be read: ${problemText(problem)}`} />
}

/** Changes the number of files that could not be loaded: the page says so, because its print lacks them. */
type CountMissing = Dispatch<SetStateAction<number>>

interface FilesProps {
  files: readonly StoredOriginal[]
  users: readonly User[]
  countMissing: CountMissing
}

/** Each file with its hash, and who took it when and where. */
export function EvidenceFiles({ files, users, countMissing }: FilesProps) {
  return (
    <Section title="Files" count={files.length}>
      {files.length === 0 && <Empty>No files are attached to this violation or its comments.</Empty>}
      <Files>
        {files.map((it) => (
          <li key={it.photo.id}>
            <div>
              <EvidencePicture photo={it.photo} countMissing={countMissing} />
              {it.state !== 'same' && <Note tone="red">{verdictOf(it).title}</Note>}
            </div>
            <div>
              <OriginalFacts of={it} users={users} />
            </div>
          </li>
        ))}
      </Files>
    </Section>
  )
}

/** The picture itself, or a preview of the file; its name if there is neither. */
function EvidencePicture({ photo, countMissing }: { photo: Photo; countMissing: CountMissing }) {
  // The URL, because a stored sheet has expired ones: the picture is tried again with the URL that the office sends.
  const [failed, setFailed] = useState<string | null>(null)
  const [state, setState] = useState<PreviewState | null>(null)
  const name = photo.filename ?? 'Photo'
  const of = { key: photo.url, name, own: null, server: photo }
  const kind = previewKind(of)
  const isPicture = isPictureFile(photo.content_type, photo.filename ?? '')
  // A HEIC picture that this browser cannot show is drawn instead; the drawing is tried again by itself.
  const isDrawn = isPicture && (kind ? failed === null : failed !== photo.url)
  const isMissing = !isDrawn && (kind ? state === 'notHere' : isPicture)
  useEffect(() => (kind ? undefined : onSignalAgain(() => setFailed(null))), [kind])
  useEffect(() => {
    if (!isMissing) return
    countMissing((old) => old + 1)
    return () => countMissing((old) => old - 1)
  }, [isMissing, countMissing])
  if (isDrawn) return <img src={photo.url} alt={name} onError={() => setFailed(photo.url)} />
  const note = previewNote(of, state)
  return (
    <>
      {state !== 'shown' && <p>{name}</p>}
      {isPicture && !kind && <p>The picture could not be loaded.</p>}
      {note && <p>{note}</p>}
      {kind && <FilePreview of={of} canEnlarge={false} isEager onState={setState} />}
    </>
  )
}

/** The log of the violation, entry by entry, with the seals. */
export function EvidenceChain({ events, users }: { events: readonly AuditEntry[]; users: readonly User[] }) {
  const zone = useZone()
  return (
    <Section title="Chain of events" count={events.length}>
      {events.length === 0 && <Empty>The log has no entries on this violation.</Empty>}
      <Events>
        {events.map((it) => (
          <li key={it.id}>
            <strong>{actionText(it)}</strong>, {nameIn(users, it.user_id) || 'Command line'},{' '}
            {dateTimeText(it.received_at, zone)}
            {it.device && ` from ${it.device}`}
            {it.observed_at && `, seen ${dateTimeText(it.observed_at, zone)}`}
            <Sent of={it} />
            {it.files?.map(({ name, sha256 }) => (
              <p key={name + sha256}>
                {name}: <Hash>{sha256}</Hash>
              </p>
            ))}
            {it.seal && (
              <p>
                Seal {it.seal.n}: <Hash>{it.seal.hash}</Hash>
              </p>
            )}
          </li>
        ))}
      </Events>
    </Section>
  )
}

/** The sent values, without the facts of a picture, which are beside it. */
function Sent({ of }: { of: AuditEntry }) {
  const text = sentText(of, ['capture_metadata'])
  return text === '' ? null : <pre>{text}</pre>
}

/** The last seal of the log. */
export function EvidenceHead({ head }: Pick<Evidence, 'head'>) {
  const zone = useZone()
  if (!head) return null
  return (
    <Section title="Head of the log">
      <p>
        On {dateTimeText(head.sealed_at, zone)} the log ended with seal {head.n}. Each seal covers its entry and the
        seal before it, so nothing above can be changed later without changing this:
      </p>
      <Hash>
        {head.n}:{head.hash}
      </Hash>
    </Section>
  )
}
