import type { Statistics } from '../../contract/statistics.ts'
import { heldStatistics, statisticsOfPeriod } from '../../records/statistics.ts'
import { dayOf } from '../../rules/dates.ts'
import type { Period } from '../../rules/statistics-period.ts'
import { noFeed } from '../../sync/pull/feed.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import type { Age } from '../as-of.tsx'
import { useNow, useZone } from '../use-now.ts'

interface Shown {
  value: Statistics | undefined
  /** The figures come from this device's records, last updated by the office at this time (ms); null if never. */
  held: { at: number | null } | null
  problem: Problem | undefined
  age: Age
}

/**
 * The figures of a period: the office's, else its last ones for these days, else those from this device's records. Use
 * it with the period as key.
 */
export function useStatistics(period: Period): Shown {
  const zone = useZone()
  const now = useNow()
  const asked = useValue<Statistics>(statisticsOfPeriod(period))
  const isHeld = asked.value === undefined && asked.problem !== undefined
  const held = useLive(
    async (db) => {
      if (!isHeld) return null
      const [value, feed, pulls] = [
        await heldStatistics(db, period, { now, zone }),
        await db.fact('feed', noFeed),
        await db.pulls.toArray(),
      ]
      return { value, at: Math.max(feed?.at ?? 0, ...pulls.map((it) => it.at)) || null }
    },
    [isHeld, period.from, period.to, zone, dayOf(now, zone)],
  )
  return {
    value: asked.value ?? held?.value,
    held: isHeld && held ? { at: held.at } : null,
    problem: asked.problem,
    age: asked,
  }
}
