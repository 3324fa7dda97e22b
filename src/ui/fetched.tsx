import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** When a part tries again: signal is back, the server answers again (sync/react/hooks.ts), the person taps again. */
const hints = ['online', 'codesoft-reachable', 'click']

/** It stays in sight between the bars, because the part may have its place far from what was tapped. */
const Line = chakra('p', {
  base: {
    position: 'sticky',
    top: 'var(--bar)',
    bottom: 'calc(var(--tabs) + env(safe-area-inset-bottom))',
    paddingBlock: 3,
    background: 'bg',
  },
})

const missing = <Line role="status">This part comes with signal.</Line>

/**
 * A part of a page whose code is loaded when it is first shown; until then it renders nothing, or `whileLoading`. If
 * the code cannot be loaded (no signal, and the app is not cached yet), it tries again at each hint, and a line says so
 * in its place; `whenMissing` is null for a part that nobody misses.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: ReactNode = null,
  whenMissing: ReactNode = missing,
) {
  let known: ComponentType<Props> | null = null
  return function Fetched(props: Props) {
    const [Part, setPart] = useState(() => known)
    const [instead, setInstead] = useState(whileLoading)
    useEffect(() => {
      if (Part) return
      const fetchPart = () =>
        load().then(
          (it) => {
            known = it
            setPart(() => it)
          },
          () => setInstead(whenMissing),
        )
      void fetchPart()
      const listening = new AbortController()
      for (const hint of hints) window.addEventListener(hint, fetchPart, listening)
      return () => listening.abort()
    }, [Part])
    return Part ? <Part {...props} /> : instead
  }
}
