import { type RefObject, useEffect } from 'react'
import { sharedValue } from './shared-value.ts'

/** The open modals, the one in front last. */
const open = sharedValue<readonly HTMLDialogElement[]>([])

/** Shows a dialog element as a modal for as long as its component is mounted. */
export function useModal(frame: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const modal = frame.current
    if (!modal) return
    modal.showModal()
    open.set([...open.get(), modal])
    return () => open.set(open.get().filter((it) => it !== modal))
  }, [frame])
}

/** The modal in front; undefined if none is open. Whatever lies outside it is behind its backdrop and is not read out. */
export const useFrontModal = (): HTMLDialogElement | undefined => open.useValue().at(-1)
