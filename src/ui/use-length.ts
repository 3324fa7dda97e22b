import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { tooLongIn } from '../contract/text-limits.ts'
import { plural } from '../rules/text.ts'

interface Length {
  frame: RefObject<HTMLDivElement | null>
  /** For `onInput` of the frame. */
  count(event: FormEvent<HTMLDivElement>): void
  /** In words that the text is too long; undefined while it is not. */
  tooLong: string | undefined
  /** How much more there is room for, from nine tenths of it on. */
  left: string | undefined
}

/**
 * Watches how long the text is that is typed into the one control of a frame. Nothing is cut: a limit of the browser's
 * own (`maxlength`) would shorten what somebody pastes, and say nothing.
 */
export function useLength(most: number | undefined): Length {
  const frame = useRef<HTMLDivElement>(null)
  // Zero while there is plenty of room, so that an ordinary keystroke paints nothing again.
  const [length, setLength] = useState(0)
  const measure = (control: Element | EventTarget | null | undefined) => {
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    setLength(most && isText && control.value.length > most * 0.9 ? control.value.length : 0)
  }
  // A draft that comes back types nothing.
  useEffect(() => measure(frame.current?.querySelector('input, textarea')))
  return {
    frame,
    count: ({ target }) => measure(target),
    tooLong: most ? tooLongIn(length, most) : undefined,
    left: most && length > 0 && length <= most ? `${plural(most - length, 'character')} left` : undefined,
  }
}
