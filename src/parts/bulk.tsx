import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Id, RecordType } from '../contract/id.ts'
import { againIfAborted } from '../db/again-if-aborted.ts'
import { plural } from '../rules/text.ts'
import { serverIdOf } from '../sync/entry/names.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/list.tsx'
import { tell } from '../ui/toast.tsx'
import { saved } from './use-save.ts'

/** The most rows changed at once, because each becomes an entry that waits to be sent. */
const mostTicked = 500

const Bar = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: 3,
    padding: 3,
    borderRadius: 'md',
    background: 'accent.quiet',
    border: 'var(--hairline) solid var(--accent)',
    position: 'sticky',
    top: 'var(--bar)',
    zIndex: 2,
    '& > strong, & > span': { alignSelf: 'center', fontVariantNumeric: 'tabular-nums' },
    '& > form': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2, margin: 0 },
    '@media (max-width: 40rem)': { position: 'static' },
  },
})

// Above the link that covers a card on the phone.
const Box = chakra('input', {
  base: {
    width: '20px',
    height: '20px',
    margin: '12px',
    verticalAlign: 'middle',
    accentColor: 'var(--accent)',
    position: 'relative',
    zIndex: 1,
  },
})

/** Ticked rows, across pages and filters, until they are cleared. */
export interface Ticked {
  ids: ReadonlySet<number>
  set: (ids: readonly number[], isTicked: boolean) => void
  clear: () => void
  /** Whether rows can be ticked now. */
  isOn: boolean
  turn: () => void
}

export function useTicked(): Ticked {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [isOn, setOn] = useState(false)
  return useMemo(
    () => ({
      ids,
      set: (changed, isTicked) =>
        setIds((before) => {
          const next = new Set(before)
          for (const id of changed) {
            if (isTicked && next.size < mostTicked) next.add(id)
            if (!isTicked) next.delete(id)
          }
          return next
        }),
      clear: () => setIds(new Set()),
      isOn,
      turn: () => {
        setOn(!isOn)
        setIds(new Set())
      },
    }),
    [ids, isOn],
  )
}

/** The columns of a list, with a first one for ticking rows; `nameOf` names the row for screen readers. */
export const useTickColumn = <Row extends { id: number }>(
  ticked: Ticked,
  columns: Column<Row>[],
  nameOf: (row: Row) => string,
): Column<Row>[] =>
  useMemo(() => (ticked.isOn ? [tickColumn(ticked, nameOf), ...columns] : columns), [ticked, columns, nameOf])

/** Turns the check boxes of a list on and off. */
export const TickButton = ({ ticked }: { ticked: Ticked }) => (
  <Button aria-pressed={ticked.isOn} onClick={ticked.turn}>
    Tick rows
  </Button>
)

const tickColumn = <Row extends { id: number }>(ticked: Ticked, nameOf: (row: Row) => string): Column<Row> => ({
  title: 'Tick',
  onPhone: 'tick',
  cell: (row) => (
    <Box
      type="checkbox"
      aria-label={`Tick ${nameOf(row)}`}
      checked={ticked.ids.has(row.id)}
      onChange={({ target }) => ticked.set([row.id], target.checked)}
    />
  ),
})

interface Props {
  ticked: Ticked
  /** The rows of the page. */
  rows: readonly { id: number }[] | undefined
  /** One word for a row: 'violation'. */
  what: string
  /** What is being done to them right now; null for nothing. */
  progress: string | null
  /** Ends what is being done to them after the row that is being changed. */
  onStop: () => void
  /** The actions for the ticked rows. */
  children: ReactNode
}

/** Above the list, once a row is ticked: how many are, and the actions for all of them. */
export function BulkBar({ ticked, rows = [], what, progress, onStop, children }: Props) {
  if (ticked.ids.size === 0 && progress === null) return null
  const isWhole = rows.every((it) => ticked.ids.has(it.id))
  return (
    <Bar aria-label={`Ticked ${what}s`} className="not-printed">
      <strong role="status">{plural(ticked.ids.size, what)} ticked</strong>
      {ticked.ids.size >= mostTicked && <span role="status">At most {mostTicked} can be ticked.</span>}
      {!isWhole && progress === null && (
        <Button
          onClick={() =>
            ticked.set(
              rows.map((it) => it.id),
              true,
            )
          }
        >
          Tick this page
        </Button>
      )}
      {progress ? <span role="status">{progress}</span> : children}
      {progress ? (
        <Button kind="quiet" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button kind="quiet" onClick={ticked.clear}>
          Clear
        </Button>
      )}
    </Bar>
  )
}

/**
 * `done` is the message for so many changed rows; `act` changes one row, and returns false if the change does not
 * apply to it.
 */
export type RunBulk = (done: (count: number) => string, act: (id: Id) => Promise<unknown>) => Promise<void>

/**
 * Applies the same change to every ticked row, one at a time, each stored separately. A changed row is unticked. A
 * failure reported by `saved` ends the run; the remaining rows, and those to which the change does not apply, stay
 * ticked.
 */
export function useBulk(ticked: Ticked, type: RecordType): { progress: string | null; run: RunBulk; stop: () => void } {
  const { db } = useEngine().device
  const [progress, setProgress] = useState<string | null>(null)
  const isStopped = useRef(false)
  useTicksOfSent(ticked, type)
  const run: RunBulk = async (done, act) => {
    const ids = [...ticked.ids]
    let count = 0
    isStopped.current = false
    try {
      for (const id of ids) {
        if (isStopped.current) break
        setProgress(`Changing ${count + 1} of ${ids.length}`)
        // A row that was ticked before it was sent has another number now.
        const current = await againIfAborted(() => serverIdOf(db, type, id))
        const made = await saved(() => act(current))
        if (made === null) break
        if (made === false) continue
        ticked.set([id, current], false)
        count += 1
      }
    } finally {
      setProgress(null)
    }
    if (count > 0) tell(done(count))
  }
  const stop = () => {
    isStopped.current = true
  }
  return { progress, run, stop }
}

/** A row that is sent while it is ticked gets the number of the office, and stays ticked. */
function useTicksOfSent(ticked: Ticked, type: RecordType): void {
  const local = [...ticked.ids].filter((id) => id < 0)
  const names = useLive(
    (db) => Promise.all(local.map(async (id) => ({ id, current: await serverIdOf(db, type, id) }))),
    [type, local.join()],
  )
  useEffect(() => {
    for (const { id, current } of names ?? []) {
      if (current === id || !ticked.ids.has(id)) continue
      ticked.set([id], false)
      ticked.set([current], true)
    }
  }, [names, ticked])
}
