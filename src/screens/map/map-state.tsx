import { useState } from 'react'
import { downloadFailureText } from '../../parts/download-failure.ts'
import type { Stream } from '../../parts/map/use-stream.ts'
import type { MapOfTown } from '../../parts/map/use-town-map.ts'
import type { StreamEnd } from '../../sync/device/map-jobs.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'

/** What the map lacks, and what can be done about it. Nothing if it is complete. */
export function MapState({ stream, ...lacking }: LackingProps & { stream: Stream }) {
  return (
    <>
      <StreamState stream={stream} />
      {stream.state !== 'asking' && <Lacking {...lacking} />}
    </>
  )
}

const endWords: Record<StreamEnd, string> = {
  noSignal: 'No signal for the map of the town.',
  serverDown: 'The map of the town cannot be loaded: the server is not answering.',
  changed: 'The town has replaced this map.',
  broken: 'The map of the town cannot be read.',
}

/** Why the town's own map is not shown, though it exists. */
function StreamState({ stream: { state, why, start } }: { stream: Stream }) {
  if (state === 'asks')
    return (
      <Note tone="accent" role="status">
        This device is set to save data, so the map of the town is not fetched automatically.{' '}
        <Button kind="quiet" icon="download" onClick={start}>
          Show the map of the town
        </Button>
      </Note>
    )
  if (state !== 'ended') return null
  return (
    <Note tone="yellow" role="status">
      {endWords[why]} The streets are those of the address book.{' '}
      <Button kind="quiet" onClick={start}>
        Try again
      </Button>
    </Note>
  )
}

interface LackingProps {
  map: MapOfTown
  /** How many of the records have no known place. */
  unplaced: 'none' | 'some' | 'all'
}

function Lacking({ map: { facts, hasFailed, hasBook, again }, unplaced }: LackingProps) {
  if (hasFailed)
    return (
      <Note tone="yellow" role="status">
        The streets cannot be drawn on this device. The marks and the list are still shown.{' '}
        <Button kind="quiet" onClick={again}>
          Try again
        </Button>
      </Note>
    )
  const hasStreets = facts?.madeBy != null
  const where = unplaced === 'none' ? '' : `where ${unplaced === 'all' ? 'these' : 'some'} records are`
  const streets = where ? `The streets, and ${where},` : 'The streets'
  if (hasBook === false && !hasStreets)
    return <Fetch>{`${streets} come with the address book, which is not on this device yet.`}</Fetch>
  if (hasBook === false && where)
    return <Fetch>{`W${where.slice(1)} comes with the address book, which is not on this device yet.`}</Fetch>
  if (hasStreets) return null
  if (facts?.places === 0) return <Fetch>The address book on this device does not say where its addresses are.</Fetch>
  if (facts && unplaced === 'all')
    return (
      <Note tone="gray" role="status">
        Where these addresses are is not known. They are in the list.
      </Note>
    )
  return null
}

/** Downloads the address book; the map is redrawn afterwards. */
function Fetch({ children }: { children: string }) {
  const { book, device } = useEngine()
  const { connection } = useSyncStatus()
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState('')
  const fetchBook = () => {
    setCount(0)
    setProblem('')
    book
      .fetchBook(setCount)
      .catch(async (error: unknown) =>
        setProblem(await downloadFailureText(device.db, error, `This ${deviceWord} is full`)),
      )
      .finally(() => setCount(undefined))
  }
  if (count !== undefined)
    return (
      <Note tone="accent" role="status">
        {`Fetching the address book: ${count.toLocaleString('en-US')} addresses`}
      </Note>
    )
  return (
    <Note tone="accent" role="status">
      {children}{' '}
      {connection === 'noSignal' ? (
        'It comes with signal.'
      ) : (
        <Button kind="quiet" icon="download" onClick={fetchBook}>
          Fetch the address book
        </Button>
      )}
      {problem && <p role="alert">Error: {problem}</p>}
    </Note>
  )
}
