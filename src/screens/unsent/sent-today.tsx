import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { linkEnds, photoOf, type Receipt } from '../../db/outbox.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { timeText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { splitName } from '../../sync/entry/names.ts'
import { receiptsSince } from '../../sync/entry/receipts.ts'
import { useCalm } from '../../sync/react/calm.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Windowed } from '../../ui/windowed.tsx'
import { placeOf, placeOfPhoto } from './describe.ts'

/** The most entries listed; a day has fewer. */
const listedAtMost = 1_000
/** The delay before the list follows changes: while hundreds are sent each second, nobody reads each one. */
const followsAfterMs = 1_000

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
function useSentToday(): Receipt[] | undefined {
  const { db } = useEngine().device
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const tick = useCalm(
    useLive((it) => it.fact('tick', 0), []),
    followsAfterMs,
  )
  const [receipts, setReceipts] = useState<Receipt[]>()
  useEffect(() => {
    if (tick === undefined) return
    let isShown = true
    const isToday = (at: number) => dayOf(new Date(at), zone) === today
    const show = (all: Receipt[]) => isShown && setReceipts(all.filter((it) => it.how !== 'replaced'))
    void receiptsSince(db, isToday, listedAtMost).then(show)
    return () => {
      isShown = false
    }
  }, [db, tick, today, zone])
  return receipts
}

/** Today's work at the office, with notes: joined with an existing record, or possibly there twice. */
export function SentToday() {
  const receipts = useSentToday()
  const rows = receipts?.map((it) => ({ ...it, id: it.seq }))
  const hasNotes = receipts?.some((it) => it.note) ?? false
  return (
    // A note opens the list, even while somebody is looking at it.
    <Section
      key={String(hasNotes)}
      title="Sent today"
      {...(rows && { count: rows.length })}
      starts={hasNotes ? 'shown' : 'hidden'}
    >
      {!rows ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Empty>Nothing has been sent today.</Empty>
      ) : (
        <Windowed name="Sent today" rows={rows} rowHeight={44} row={(it) => <Sent receipt={it} />} />
      )}
    </Section>
  )
}

const ways: Partial<Record<Receipt['how'], string>> = {
  found: 'Found at the office',
  user: 'Marked as arrived by you',
  serverWon: 'The change at the office was kept',
}

function Sent({ receipt }: { receipt: Receipt }) {
  const zone = useZone()
  const name = receipt.touches[0]
  const place = useLive(
    async (db) => {
      if (!name) return null
      const photo = photoOf(name)
      if (photo) return placeOfPhoto(db, photo)
      // For a link, the record that has the list.
      const [type, id] = splitName(linkEnds(name)?.[0] ?? name)
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
