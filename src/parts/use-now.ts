import { useEffect, useState } from 'react'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'

const everyMs = 60_000

/** The time by the server's clock, as far as this device knows it (G-16), updated every minute. */
export function useNow(): Date {
  const { device } = useEngine()
  const offset = useLive((db) => db.fact('clockOffsetMs', 0), [], 'clock offset') ?? 0
  const [at, setAt] = useState(() => device.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(device.now()), everyMs)
    return () => clearInterval(timer)
  }, [device])
  return new Date(at + offset)
}

/** The town's zone, used for all times (C-23). */
export const useZone = (): string => useEngine().town.timeZone
