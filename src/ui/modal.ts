import { type RefObject, useEffect } from 'react'
import { around, focusIfLost } from './lost-focus.ts'
import { sharedValue } from './shared-value.ts'
import { deviceWord } from './this-device.ts'

/** The open modals, the one in front last. */
const open = sharedValue<readonly HTMLDialogElement[]>([])

/** Shows a dialog element as a modal for as long as its component is mounted; then the focus goes back to its opener. */
export function useModal(frame: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const modal = frame.current
    if (!modal) return
    // What has the focus can take it again.
    const opener = document.activeElement as HTMLElement | null
    const places = around(opener)
    modal.showModal()
    // With a keyboard the first field is what is wanted; on a phone it would cover half of the dialog.
    const first = modal.querySelector<HTMLElement>(':scope > div :is(input, select, textarea, button):enabled')
    if (deviceWord === 'computer' && first?.matches(':not([type=file], button)')) first.focus()
    open.set([...open.get(), modal])
    return () => {
      open.set(open.get().filter((it) => it !== modal))
      opener?.focus()
      // What the dialog did may have removed its opener.
      focusIfLost(places)
    }
  }, [frame])
}

/** The modal in front; undefined if none is open. Whatever lies outside it is behind its backdrop and is not read out. */
export const useFrontModal = (): HTMLDialogElement | undefined => open.useValue().at(-1)
