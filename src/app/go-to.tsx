import { useEffect, useState } from 'react'
import { fetched } from '../ui/fetched.tsx'
import { onGoTo } from './go-to-keys.ts'

const GoToDialog = fetched(async () => (await import('./go-to-dialog.tsx')).GoToDialog)

/** Ctrl K, on a Mac Command K: the search for any page, address, person or record. first-frame.js listens to the keys. */
export function GoTo() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onGoTo(() => setOpen(true)), [])
  return isOpen && <GoToDialog onClose={() => setOpen(false)} />
}
