import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { tooLongIn } from '../contract/text-limits.ts'
import { plural } from '../rules/text.ts'

interface Length {
  frame: RefObject<HTMLDivElement | null>
  /** For `onInput` of the frame. */
  count(event: FormEvent<HTMLDivElement>): void
  /** The message that the text is too long; undefined if it is not. */
  tooLong: string | undefined
  /** How much room is left, once nine tenths are used. */
  left: string | undefined
}

/**
 * Watches the length of the text in the one control of a frame. Nothing is cut: the browser's own limit (`maxlength`)
 * would silently shorten pasted text.
 */
export function useLength(most: number | undefined): Length {
  const frame = useRef<HTMLDivElement>(null)
  // Zero while there is plenty of room, so that most keystrokes render nothing.
  const [length, setLength] = useState(0)
  const measure = (control: Element | EventTarget | null | undefined) => {
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    const next = most && isText && control.value.length > most * 0.9 ? control.value.length : 0
    // Setting the same number may still render once.
    if (next !== length) setLength(next)
  }
  // A restored draft causes no input event.
  useEffect(() => measure(frame.current?.querySelector('input, textarea')))
  return {
    frame,
    count: ({ target }) => measure(target),
    tooLong: most ? tooLongIn(length, most) : undefined,
    left: most && length > 0 && length <= most ? `${plural(most - length, 'character')} left` : undefined,
  }
}
