import { useEffect } from 'react'
import { useEngine } from './engine.ts'
import { notYet } from './hooks.ts'

/** Asks once whether there is signal, so that a form that needs it can say so before anything is typed. */
export function useSignalAsked(isAsked: boolean): void {
  const { device } = useEngine()
  useEffect(() => {
    if (!isAsked) return
    const over = new AbortController()
    void import('../transport/ask-signal.ts').then((it) => it.askForSignal(device, over.signal), notYet)
    return () => over.abort()
  }, [device, isAsked])
}
