import { useEffect } from 'react'
import { useEngine } from './engine.ts'
import { notYet } from './hooks.ts'
import { askingCode } from './signal.ts'

/** Asks once whether there is signal, so that a form that needs it can say so before anything is typed. */
export function useSignalAsked(isAsked: boolean): void {
  const { device } = useEngine()
  useEffect(() => {
    if (!isAsked) return
    const over = new AbortController()
    const ask = async () => {
      const asking = await askingCode().catch(notYet)
      await asking?.askForSignal(device, over.signal)
    }
    void ask().catch((error: unknown) => {
      // The session may have ended meanwhile.
      if (!over.signal.aborted) throw error
    })
    return () => over.abort()
  }, [device, isAsked])
}
