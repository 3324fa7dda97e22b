import { useEffect, useState } from 'react'
import { fetched } from '../ui/fetched.tsx'
import { goToAsked, isGoToAsked } from './go-to-event.ts'

const GoToDialog = fetched(async () => (await import('./go-to-dialog.tsx')).GoToDialog)

/** Ctrl K, on a Mac Command K: the search for any page, address, person or record. first-frame.js listens to the keys. */
export function GoTo() {
  const [isOpen, setOpen] = useState(isGoToAsked)
  useEffect(() => {
    const open = () => setOpen(true)
    window.addEventListener(goToAsked, open)
    // Keys pressed since the first rendering.
    if (isGoToAsked()) open()
    return () => window.removeEventListener(goToAsked, open)
  }, [])
  return isOpen && <GoToDialog onClose={() => setOpen(false)} />
}
