import { useEffect, useState } from 'react'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { AddressSearch } from '../../sync/online/address-search.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { CallError, type Problem, problemText } from '../../sync/transport/problem.ts'
import { ErrorLine } from '../../ui/states.tsx'

/** The number that was last shown, so that the screen has it at once when it is opened again. */
const counts = new WeakMap<AddressSearch, number>()

/** How many addresses the town has, counted in the address book of this device (ST-06). */
export function TotalAddresses() {
  const { book } = useEngine()
  // A renewed book may have as many chunks as before.
  const stored = useLive(
    async (db) => ({ chunks: await db.addressChunks.count(), at: await db.fact('bookAt', 0) }),
    [],
    'address book',
  )
  const [count, setCount] = useState(counts.get(book))
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    if (stored === undefined) return
    let isShown = true
    // A device without the book downloads it now.
    const counted = stored.chunks > 0 ? book.book().then((it) => it.count) : againIfAborted(() => book.fetchBook())
    counted.then(
      (it) => {
        counts.set(book, it)
        if (isShown) setCount(it)
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (isShown) setProblem(error.problem)
      },
    )
    return () => {
      isShown = false
    }
  }, [book, stored])
  if (count !== undefined)
    return (
      <span>
        Total Addresses: <b>{count.toLocaleString('en-US')}</b>
      </span>
    )
  if (problem) return <ErrorLine message="Failed to fetch addresses" hint={problemText(problem)} />
  return (
    <span role="status" data-loading="">
      Loading...
    </span>
  )
}
