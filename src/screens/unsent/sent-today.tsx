import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { isRow, linkEnds, type Receipt } from '../../db/outbox.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { timeText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { splitName } from '../../sync/ids.ts'
import { useLive } from '../../sync/react.ts'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Windowed } from '../../ui/windowed.tsx'
import { placeOf } from './describe.ts'

/** The newest receipts are looked through; a day has fewer. */
const lookedThrough = 3_000

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '6rem minmax(0, 1fr)',
    columnGap: 3,
    paddingBlock: '6px',
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > time': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& > div': { overflowWrap: 'anywhere' },
    '& .note': { color: 'yellow', fontWeight: 'medium' },
  },
})

/** What the server confirmed today: work and photos, newest first. */
export function useSentToday(): Receipt[] | undefined {
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  return useLive(
    async (db) =>
      (await db.receipts.orderBy('tick').reverse().limit(lookedThrough).toArray()).filter(
        (it) => it.how !== 'replaced' && dayOf(new Date(it.at), zone) === today,
      ),
    [today, zone],
  )
}

/** The files that a receipt stands for, alone or beside the record that they went with. */
export const filesIn = (receipt: Receipt): string[] => receipt.touches.filter((name) => name.startsWith('photo:'))

/** The list of what the office has from today, with what should be known about it: joined, or perhaps there twice. */
export function SentToday({ receipts }: { receipts: readonly Receipt[] }) {
  const rows = receipts.map((it) => ({ ...it, id: it.seq }))
  const notes = receipts.filter((it) => it.note).length
  return (
    <Section title="Sent today" count={rows.length} starts={notes > 0 ? 'shown' : 'hidden'}>
      {rows.length === 0 ? (
        <Empty>Nothing has been sent today.</Empty>
      ) : (
        <Windowed name="Sent today" rows={rows} rowHeight={44} row={(it) => <Sent receipt={it} />} />
      )}
    </Section>
  )
}

const ways: Partial<Record<Receipt['how'], string>> = {
  found: 'Found at the office',
  user: 'Taken as arrived by your word',
  serverWon: 'The change at the office stands',
}

function Sent({ receipt }: { receipt: Receipt }) {
  const zone = useZone()
  const name = receipt.touches[0]
  const place = useLive(
    async (db) => {
      // Of a link, the record that has the list.
      const record = name && (linkEnds(name)?.[0] ?? name)
      if (!record || !isRow(record)) return null
      const [type, id] = splitName(record)
      return placeOf(db, type, id)
    },
    [name],
  )
  const note = receipt.note ?? ways[receipt.how]
  return (
    <Line>
      <time dateTime={new Date(receipt.at).toISOString()}>{timeText(new Date(receipt.at), zone)}</time>
      <div>
        {receipt.words}
        {place && (
          <>
            {' · '}
            <Link to={place.path}>{place.text}</Link>
          </>
        )}
        {note && <div className={receipt.note ? 'note' : undefined}>{note}</div>}
      </div>
    </Line>
  )
}
