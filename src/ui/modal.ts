import { type RefObject, useEffect } from 'react'
import { sharedValue } from './shared-value.ts'
import { deviceWord } from './this-device.ts'

/** The open modals, the one in front last. */
const open = sharedValue<readonly HTMLDialogElement[]>([])

/** A combobox would drop its list. */
const fields = 'input:not([type=file], [role=combobox]), select, textarea'

/** Shows a dialog element as a modal for as long as its component is mounted. */
export function useModal(frame: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const modal = frame.current
    if (!modal) return
    modal.showModal()
    // With a keyboard the first field is what is wanted; on a phone it would cover half of the dialog.
    const first = modal.querySelector<HTMLElement>(':scope > div :is(input, select, textarea, button):enabled')
    if (deviceWord === 'computer' && first?.matches(fields)) first.focus()
    open.set([...open.get(), modal])
    return () => open.set(open.get().filter((it) => it !== modal))
  }, [frame])
}

/** The modal in front; undefined if none is open. Whatever lies outside it is behind its backdrop and is not read out. */
export const useFrontModal = (): HTMLDialogElement | undefined => open.useValue().at(-1)
