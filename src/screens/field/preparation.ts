import { useSyncExternalStore } from 'react'
import { keepPreviews } from '../../sync/device/keep-previews.ts'
import { type FieldProgress, prepareField } from '../../sync/online/field.ts'
import type { Engine } from '../../sync/session/presence.ts'
import { CallError, type Problem } from '../../sync/transport/problem.ts'

/** The preparation of this page: it goes on while the user looks at other screens. */
export interface Preparation {
  progress: FieldProgress | null
  /** Why not even the list of work could be had. */
  problem: Problem | null
  /** How often one has ended, so that whoever counts bytes can count again. */
  ended: number
}

let state: Preparation = { progress: null, problem: null, ended: 0 }
const listeners = new Set<() => void>()

const become = (next: Partial<Preparation>) => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreparation = (): Preparation => useSyncExternalStore(watch, () => state)

/** Prepares this device, unless it is at it already. */
export async function prepare({ device, book }: Engine): Promise<void> {
  if (state.progress) return
  become({ progress: { ready: 0, of: 0, now: 'Your inspections' }, problem: null })
  try {
    // A picture that comes without signal, perhaps from a colleague's phone, must be seen all the same.
    navigator.serviceWorker?.controller?.postMessage(keepPreviews)
    await prepareField(device, book, (progress) => become({ progress }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    become({ problem: error.problem })
  } finally {
    become({ progress: null, ended: state.ended + 1 })
  }
}
