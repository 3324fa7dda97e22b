import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Id, RecordType } from '../contract/id.ts'
import type { OutboxEntry } from '../db/outbox.ts'
import type { Command } from '../records/command.ts'
import { useEntriesOf } from '../sync/react/hooks.ts'
import { useDuplicatesOn } from '../sync/react/possible-duplicates.ts'
import { Badge } from '../ui/badge.tsx'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { entryWords } from './entry-words.ts'

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 1,
    '& > span + span': { color: 'red' },
    '& > a': { minHeight: '24px', display: 'inline-flex', alignItems: 'center' },
  },
})

interface Props {
  type: RecordType
  id: Id
  /** Only work of this command: a record with several editors shows each state beside its own. */
  of?: Pick<Command, 'name'>
  /** The specification's text for a refusal; the server's follows. */
  failure?: string
}

/**
 * The state of a record created or changed here: saved on this phone, sending, refused with the server's message, or
 * sent and perhaps duplicated.
 */
export function EntryStateLine({ type, id, of, failure }: Props) {
  const entries = useEntriesOf(type, id)
  const seconds = useDuplicatesOn(type, id)
  const isShown = (it: { command: string }) => !of || it.command === of.name
  return (
    <>
      <EntriesState entries={entries.filter(isShown)} failure={failure} />
      {seconds.map((it) => it.photo === null && isShown(it) && <DuplicateWarning key={it.key} second={it} />)}
    </>
  )
}

/** The same for known entries. Nothing if all is sent. */
export function EntriesState({ entries, failure }: { entries: readonly OutboxEntry[]; failure?: string }) {
  const said = entryWords(entries)
  if (!said) return null
  const needsUser = said.tone === 'red'
  const detail = [failure, said.detail].filter(Boolean).join(': ')
  return (
    <Frame data-entry-state={said.text}>
      <Badge tone={said.tone} icon={said.icon}>
        {said.text}
      </Badge>
      {needsUser && detail !== '' && <span>{detail}</span>}
      {needsUser && <Link to="/unsent">Repair it in Unsent work</Link>}
    </Frame>
  )
}
