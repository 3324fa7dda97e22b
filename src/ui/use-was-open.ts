import { useState } from 'react'

/**
 * Whether a form was open in place of the button that opens it. With it as its `autoFocus`, the button takes the focus
 * back when the form closes.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen
}
