import { useEffect, useState } from 'react'
import { fetched } from '../ui/fetched.tsx'
import { goToAsked, wasGoToAsked } from './go-to-event.ts'

const GoToDialog = fetched(async () => (await import('./go-to-dialog.tsx')).GoToDialog)

/** Ctrl K, on a Mac Command K: the search for any page, address, person or record. */
export function GoTo() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => {
      wasGoToAsked()
      setOpen(true)
    }
    if (wasGoToAsked()) open()
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      // An open dialog must be answered first.
      if (!document.querySelector('dialog[open]')) open()
    }
    window.addEventListener('keydown', press)
    window.addEventListener(goToAsked, open)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener(goToAsked, open)
    }
  }, [])
  return isOpen && <GoToDialog onClose={() => setOpen(false)} />
}
