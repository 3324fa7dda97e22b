import { useState } from 'react'
import type { MapOfTown } from '../../parts/map/use-town-map.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { CallError, problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'

/** What the map lacks, in words, with what can be done about it. Nothing where it lacks nothing. */
export function MapState({
  map: { facts, hasFailed, hasBook, again },
  hasMarks,
}: {
  map: MapOfTown
  hasMarks: boolean
}) {
  if (hasFailed)
    return (
      <Note tone="yellow" role="status">
        The streets cannot be drawn on this device. The marks and the list stand as they are.{' '}
        <Button kind="quiet" onClick={again}>
          Try again
        </Button>
      </Note>
    )
  if (facts?.madeBy != null) return null
  if (hasBook === false) return <Fetch>The streets come with the address book, which is not on this device yet.</Fetch>
  if (facts?.places === 0) return <Fetch>The address book on this device does not say where its addresses are.</Fetch>
  if (facts && !hasMarks)
    return (
      <Note tone="gray" role="status">
        Nobody has said where these addresses are. They stand in the list.
      </Note>
    )
  return null
}

/** Fetches the address book; the map is drawn anew when it has come. */
function Fetch({ children }: { children: string }) {
  const { book } = useEngine()
  const { connection } = useSyncStatus()
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState('')
  const fetchBook = () => {
    setCount(0)
    setProblem('')
    book
      .fetchBook(setCount)
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        setProblem(problemText(error.problem))
      })
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
