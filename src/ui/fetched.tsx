import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A part of a page whose code is loaded when it is first shown; until then it renders nothing, or `whileLoading`. If
 * the code cannot be loaded (no signal, and the app is not cached yet), it renders nothing and tries again when the
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
