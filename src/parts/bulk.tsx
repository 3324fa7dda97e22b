import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Id, RecordType } from '../contract/id.ts'
import { againIfAborted } from '../db/again-if-aborted.ts'
import { plural } from '../rules/text.ts'
import { RecordGone } from '../sync/capture/record-gone.ts'
import { serverIdOf } from '../sync/entry/names.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { markDirty } from '../ui/dirty-forms.ts'
import type { Column } from '../ui/list.tsx'
import { type SharedValue, sharedValue } from '../ui/shared-value.ts'
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

interface Ticks {
  ids: ReadonlySet<number>
  /** Whether rows can be ticked now. */
  isOn: boolean
  /** What is being done to the ticked rows right now; null for nothing. */
  progress: string | null
  /** Somebody asked to end it. */
  isStopped: boolean
}

/**
 * Ticked rows, across pages and filters, until they are cleared. They stay while another screen is open, and so does
 * what is being done to them.
 */
export interface Ticked extends Ticks {
  set: (ids: readonly number[], isTicked: boolean) => void
  clear: () => void
  turn: () => void
  change: (more: Partial<Ticks>) => void
  isStopping: () => boolean
}

/** By the person's device, so that nobody sees the ticks of somebody else, and by list. */
const kept = new WeakMap<object, Map<string, SharedValue<Ticks>>>()

function ticksOf(device: object, list: string): SharedValue<Ticks> {
  const lists = kept.get(device) ?? new Map<string, SharedValue<Ticks>>()
  kept.set(device, lists)
  const ticks = lists.get(list) ?? sharedValue<Ticks>({ ids: new Set(), isOn: false, progress: null, isStopped: false })
  lists.set(list, ticks)
  return ticks
}

export function useTicked(list: string): Ticked {
  const shared = ticksOf(useEngine().device, list)
  const ticks = shared.useValue()
  return useMemo(() => {
    const change = (more: Partial<Ticks>) => shared.set({ ...shared.get(), ...more })
    return {
      ...ticks,
      set: (changed, isTicked) => {
        const ids = new Set(shared.get().ids)
        for (const id of changed) {
          if (isTicked && ids.size < mostTicked) ids.add(id)
          if (!isTicked) ids.delete(id)
        }
        change({ ids })
      },
      clear: () => change({ ids: new Set() }),
      turn: () => change({ isOn: !ticks.isOn, ids: new Set() }),
      change,
      isStopping: () => shared.get().isStopped,
    }
  }, [ticks, shared])
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
  /** The actions for the ticked rows. */
  children: ReactNode
}

/** Above the list, once a row is ticked: how many are, and the actions for all of them. */
export function BulkBar({ ticked, rows = [], what, children }: Props) {
  const { progress } = ticked
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
        // After the row that is being changed.
        <Button kind="quiet" onClick={() => ticked.change({ isStopped: true })}>
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
 * Applies the same change to every ticked row, one at a time, each stored separately. A changed row is unticked, and so
 * is one that was discarded here. A failure reported by `saved` ends the run; the remaining rows, and those to which the
 * change does not apply, stay ticked.
 */
export function useBulk(ticked: Ticked, type: RecordType): RunBulk {
  const { db } = useEngine().device
  useTicksOfSent(ticked, type)
  return async (done, act) => {
    const ids = [...ticked.ids]
    let count = 0
    let gone = 0
    ticked.change({ isStopped: false })
    const end = holdPage()
    try {
      for (const id of ids) {
        if (ticked.isStopping()) break
        ticked.change({ progress: `Changing ${count + 1} of ${ids.length}` })
        // A row that was ticked before it was sent has another number now.
        const current = await againIfAborted(() => serverIdOf(db, type, id))
        const made = await saved(() => act(current).catch(unlessGone))
        if (made === null) break
        if (made === false) continue
        ticked.set([id, current], false)
        if (made === discarded) gone += 1
        else count += 1
      }
    } finally {
      end()
      ticked.change({ progress: null })
    }
    if (count > 0) tell(done(count))
    if (gone > 0) tell(`${gone} discarded on this device since: no longer ticked`)
  }
}

/** What became of a row that was made here and discarded before it was sent: it has no list that could untick it. */
const discarded = Symbol('discarded')

const unlessGone = (error: unknown): typeof discarded => {
  if (error instanceof RecordGone) return discarded
  throw error
}

/** A reload would end the run without a word about what was changed: an update waits, and the browser asks. */
function holdPage(): () => void {
  const end = markDirty('lost')
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => {
    end()
    removeEventListener('beforeunload', ask)
  }
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
