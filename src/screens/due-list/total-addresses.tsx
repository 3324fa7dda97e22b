import { useEffect, useRef, useState } from 'react'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { downloadFailureText } from '../../parts/download-failure.ts'
import type { AddressSearch } from '../../sync/online/address-search.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { onSignalAgain } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { ErrorLine } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'

/** The number that was last shown, so that the screen has it at once when it is opened again. */
const counts = new WeakMap<AddressSearch, number>()

/** How many addresses the town has, counted in the address book of this device (ST-06). */
export function TotalAddresses() {
  const { book, device } = useEngine()
  // A renewed book may have as many chunks as before.
  const stored = useLive(
    async (db) => ({ chunks: await db.addressChunks.count(), at: await db.fact('bookAt', 0) }),
    [],
    'address book',
  )
  const [count, setCount] = useState(counts.get(book))
  const [problem, setProblem] = useState('')
  // A town without addresses has an empty book, which is not downloaded again and again.
  const wasFetched = useRef(false)
  useEffect(() => {
    if (stored === undefined) return
    let isShown = true
    let isCounting = false
    const ask = async () => {
      if (isCounting) return
      isCounting = true
      try {
        // A device without the book downloads it now.
        const isHere = stored.chunks > 0 || wasFetched.current
        wasFetched.current = true
        const found = isHere ? (await book.book()).count : await againIfAborted(() => book.fetchBook())
        counts.set(book, found)
        if (isShown) setCount(found)
      } catch (error) {
        wasFetched.current = false
        const text = await downloadFailureText(device.db, error, `This ${deviceWord} is full`)
        if (isShown) setProblem(text)
      } finally {
        isCounting = false
      }
    }
    void ask()
    // A number that is known changes with the book alone.
    const unwatch = onSignalAgain(() => {
      if (!counts.has(book)) void ask()
    })
    return () => {
      isShown = false
      unwatch()
    }
  }, [book, device, stored])
  if (count !== undefined)
    return (
      <span>
        Total Addresses: <b>{count.toLocaleString('en-US')}</b>
      </span>
    )
  if (problem) return <ErrorLine message="Failed to fetch addresses" hint={problem} />
  return (
    <span role="status" data-loading="">
      Loading...
    </span>
  )
}
