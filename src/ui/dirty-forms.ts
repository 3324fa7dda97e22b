/** Forms with text that is not saved as a record yet. While there is one, the page must not reload by itself. */
const dirty = new Set<symbol>()
const listeners = new Set<() => void>()

/** Marks a form as half typed. Call the returned function when the form is saved, cleared or removed. */
export const markDirty = (): (() => void) => {
  const form = Symbol('form')
  dirty.add(form)
  tell()
  return () => {
    dirty.delete(form)
    tell()
  }
}

export const hasDirtyForm = (): boolean => dirty.size > 0

/** For useSyncExternalStore. */
export const watchDirtyForms = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tell = () => {
  for (const listener of listeners) listener()
}
