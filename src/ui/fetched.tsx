import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A part of a page whose code is fetched when it is first shown; until then it is nothing, or `whileLoading`. Where the
 * code cannot be fetched (no signal, and the app is not kept on this device yet) it is nothing, and fetched when the
 * signal is back.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: ReactNode = null,
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
          () => {
            setFailed(true)
            window.addEventListener('online', fetchPart, { once: true })
          },
        )
      void fetchPart()
      return () => window.removeEventListener('online', fetchPart)
    }, [Part])
    if (Part) return <Part {...props} />
    return hasFailed ? null : whileLoading
  }
}
