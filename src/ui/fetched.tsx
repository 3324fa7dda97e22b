import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** When a part tries again: signal is back, the server answers again (sync/react/hooks.ts), the person taps again. */
const hints = ['online', 'codesoft-reachable', 'click']

/**
 * A part of a page whose code is loaded when it is first shown; until then it renders nothing, or `whileLoading`. If
 * the code cannot be loaded (no signal, and the app is not cached yet), it tries again at each hint, and a line says so
 * in its place: always where there is a `whileLoading`, and where `hasPlace` says so.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: ReactNode = null,
  hasPlace = whileLoading !== null,
) {
  let known: ComponentType<Props> | null = null
  return function Fetched(props: Props) {
    const [Part, setPart] = useState(() => known)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Part) return
      const fetchPart = () =>
        load().then(
          (it) => {
            known = it
            setPart(() => it)
          },
          () => setFailed(true),
        )
      void fetchPart()
      const listening = new AbortController()
      for (const hint of hints) window.addEventListener(hint, fetchPart, listening)
      return () => listening.abort()
    }, [Part])
    if (Part) return <Part {...props} />
    if (!hasFailed) return whileLoading
    return hasPlace && <p role="status">This part comes with signal.</p>
  }
}
