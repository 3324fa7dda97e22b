import { useState } from 'react'

/** What stands in a field with a Save beside it. */
interface Edit<Value> {
  value: Value
  /** The stored value when the edit began, and once it is saved: when it was saved. */
  over: Value
  isSaved: boolean
}

/** A field with a Save beside it, over a stored value that may change at any moment. */
interface Edited<Value> {
  /** What the field shows. */
  shown: Value
  /** It holds what is not saved. */
  isDirty: boolean
  /** The stored value over which it was begun, when that has changed since; null when it has not. */
  seen: { value: Value } | null
  type(value: Value): void
  /** The field was left: what nobody changed follows the stored value again. */
  left(): void
  /** The value is saved here: the field follows the stored one again, unless something newer was typed meanwhile. */
  saved(value: Value): void
}

/** What is typed stays, whatever comes from the server meanwhile; a field that nobody touched shows the stored value. */
export function useEdited<Value>(stored: Value): Edited<Value> {
  const [edit, setEdit] = useState<Edit<Value> | null>(null)
  // A saved value is shown until the stored one has changed: the device reads it a moment later.
  const open = edit && (!edit.isSaved || Object.is(edit.over, stored)) ? edit : null
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
        now && !Object.is(now.value, value)
          ? { value: now.value, over: value, isSaved: false }
          : { value, over: stored, isSaved: true },
      ),
  }
}
