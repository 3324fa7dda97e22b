/**
 * What a reload does to what is in a form: it is `kept` as a draft, `lost`, or was `shownOnce` and nobody can see or
 * type it again.
 */
export type Dirty = 'kept' | 'lost' | 'shownOnce'

/** Forms with text that is not saved as a record yet. While there is one, the page must not reload by itself. */
const dirty = new Map<symbol, Dirty>()
const listeners = new Set<() => void>()

/** Marks a form as half typed. Call the returned function when the form is saved, cleared or removed. */
export const markDirty = (reload: Dirty): (() => void) => {
  const form = Symbol('form')
  dirty.set(form, reload)
  tell()
  return () => {
    dirty.delete(form)
    tell()
  }
}

/** The worst that a reload does now; null if no form is half typed. */
export const dirtyForms = (): Dirty | null => {
  const all = [...dirty.values()]
  return all.find((it) => it === 'shownOnce') ?? all.find((it) => it === 'lost') ?? all[0] ?? null
}

/** For useSyncExternalStore. */
export const watchDirtyForms = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tell = () => {
  for (const listener of listeners) listener()
}
