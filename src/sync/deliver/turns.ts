import type { Turn, Turns } from '../entry/flight.ts'

/** Turns first come, first served. `limit` is asked again each time, as the kind of the server may be learnt meanwhile. */
export function turnsOf(limit: () => number): Turns {
  let taken = 0
  const waiting: (() => void)[] = []
  const serve = () => {
    while (taken < limit()) {
      const next = waiting.shift()
      if (!next) return
      taken++
      next()
    }
  }
  return {
    open(): Turn {
      let isTaken = false
      return {
        async take() {
          if (isTaken) return
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
            serve()
          })
          isTaken = true
        },
        end() {
          if (!isTaken) return
          isTaken = false
          taken--
          serve()
        },
      }
    },
  }
}
