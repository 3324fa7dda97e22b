import { useState } from 'react'

/** The value of a field with a Save button. */
interface Edit<Value> {
  value: Value
  /** The stored value when the edit began or, once it is saved, when it was saved. */
  over: Value
  isSaved: boolean
}

/** A field with a Save button, over a stored value that may change at any moment. */
interface Edited<Value> {
  /** What the field shows. */
  shown: Value
  /** Whether it has unsaved input. */
  isDirty: boolean
  /** The stored value at the start of the edit, if it has changed since; else null. */
  seen: { value: Value } | null
  type(value: Value): void
  /** The field was left: an unchanged value follows the stored one again. */
  left(): void
  /** The value was saved: the field follows the stored one again, unless something newer was typed meanwhile. */
  saved(value: Value): void
}

/** Typed text stays in the field, even if the server's value changes; an untouched field shows the stored value. */
export function useEdited<Value>(stored: Value): Edited<Value> {
  const [edit, setEdit] = useState<Edit<Value> | null>(null)
  // A saved value is shown until the stored one has changed, because the device reads it a moment later.
  const open = edit && (!edit.isSaved || Object.is(edit.over, stored)) ? edit : null
  // Then it is dropped, because the stored value may become the earlier one again, and that must be shown.
  if (edit && !open) setEdit(null)
  const isOpen = open !== null && !open.isSaved
  return {
    shown: open ? open.value : stored,
    isDirty: isOpen && !Object.is(open.value, stored),
    seen: isOpen && !Object.is(open.over, stored) ? { value: open.over } : null,
    type: (value) => setEdit({ value, over: isOpen ? open.over : (open?.value ?? stored), isSaved: false }),
    left: () => {
      if (isOpen && Object.is(open.value, open.over)) setEdit(null)
    },
    saved: (value) =>
      setEdit((now) =>
        now && !now.isSaved && !Object.is(now.value, value)
          ? { value: now.value, over: value, isSaved: false }
          : { value, over: stored, isSaved: true },
      ),
  }
}
