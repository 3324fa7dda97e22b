import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** The open modals, the one in front last. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const change = (next: readonly HTMLDialogElement[]) => {
  open = next
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a dialog element as a modal for as long as its component is mounted. */
export function useModal(frame: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const modal = frame.current
    if (!modal) return
    modal.showModal()
    change([...open, modal])
    return () => change(open.filter((it) => it !== modal))
  }, [frame])
}

/** The modal in front; undefined if none is open. Whatever lies outside it is behind its backdrop and is not read out. */
export const useFrontModal = (): HTMLDialogElement | undefined => useSyncExternalStore(watch, () => open.at(-1))
