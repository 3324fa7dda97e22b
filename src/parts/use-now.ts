import { useEffect, useState } from 'react'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'

const everyMs = 60_000

/** How far the server's clock is ahead of this device's (ms), as far as this device knows it (G-16). */
export const useClockOffset = (): number => useLive((db) => db.fact('clockOffsetMs', 0), [], 'clock offset') ?? 0

/** A time of this device's clock (ms) by the server's; null if there is none. */
export function useServerTime(at: number | null | undefined): Date | null {
  const offset = useClockOffset()
  return typeof at === 'number' ? new Date(at + offset) : null
}

/** The time by the server's clock, updated every minute. */
export function useNow(): Date {
  const { device } = useEngine()
  const offset = useClockOffset()
  const [at, setAt] = useState(() => device.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(device.now()), everyMs)
    return () => clearInterval(timer)
  }, [device])
  return new Date(at + offset)
}

/** The town's zone, used for all times (C-23). */
export const useZone = (): string => useEngine().town.timeZone
