import type { Turn, Turns } from '../entry/flight.ts'

/** Turns first come, first served. `limit` is asked again each time, as the kind of the server may be learnt meanwhile. */
export function turnsOf(limit: () => number): Turns {
  let taken = 0
  const waiting: { come: () => void; hasLeft: Promise<void> }[] = []
  /** Gives the free turns. Resolves once those requests have left. */
  const serve = async (): Promise<void> => {
    const served: Promise<void>[] = []
    while (taken < limit()) {
      const next = waiting.shift()
      if (!next) break
      taken++
      next.come()
      served.push(next.hasLeft)
    }
    await Promise.all(served)
  }
  return {
    open(): Turn {
      let isTaken = false
      let left = () => {}
      const hasLeft = new Promise<void>((resolve) => {
        left = resolve
      })
      return {
        async take() {
          if (isTaken) return
          await new Promise<void>((come) => {
            waiting.push({ come, hasLeft })
            void serve()
          })
          isTaken = true
        },
        left: () => left(),
        async end() {
          left()
          if (!isTaken) return
          isTaken = false
          taken--
          await serve()
        },
      }
    },
  }
}
