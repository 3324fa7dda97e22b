import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OutboxEntry } from '../../db/outbox.ts'
import { useLive } from '../../sync/react/live.ts'
import { type Described, describe } from './describe.ts'

interface Gathering {
  /** Requests the description of an entry; returns the function that cancels the request. */
  want(entry: OutboxEntry): () => void
  /** By the number of the entry. */
  words: ReadonlyMap<number, Described>
}

const none: ReadonlyMap<number, Described> = new Map()
const GatheringContext = createContext<Gathering>({ want: () => () => undefined, words: none })

/**
 * Around a list of entries: one live read describes all visible ones. Separate reads would each react to every change
 * of the device, which alone would keep the screen busy while hundreds of entries are sent.
 */
export function DescribedEntries({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly OutboxEntry[]>([])
  const want = useCallback((entry: OutboxEntry) => {
    setWanted((all) => [...all, entry])
    return () => setWanted((all) => all.filter((it) => it !== entry))
  }, [])
  const words =
    useLive(
      async (db) => new Map(await Promise.all(wanted.map(async (it) => [it.seq, await describe(db, it)] as const))),
      [wanted],
    ) ?? none
  const gathering = useMemo(() => ({ want, words }), [want, words])
  return <GatheringContext value={gathering}>{children}</GatheringContext>
}

/**
 * The description of an entry, which follows the records that it names. Undefined until they are read, and for no
 * entry.
 */
export function useDescribed(entry: OutboxEntry | null): Described | undefined {
  const { want, words } = use(GatheringContext)
  const latest = useRef(entry)
  latest.current = entry
  const names = entry && [entry.seq, entry.key, entry.needs, entry.touches].join()
  useEffect(() => {
    if (names !== null && latest.current) return want({ ...latest.current })
  }, [want, names])
  return entry ? words.get(entry.seq) : undefined
}
