import { useEffect, useSyncExternalStore } from 'react'
import { type Dirty, dirtyForms, markDirty, watchDirtyForms } from './dirty-forms.ts'

/**
 * Prevents an update from reloading the page while this form has unsaved text. `reload`: what a reload does to that
 * text; only a form with a draft keeps it.
 */
export const useDirtyMark = (isDirty: boolean, reload: Dirty = 'lost'): void => {
  useEffect(() => (isDirty ? markDirty(reload) : undefined), [isDirty, reload])
}

/** The worst that a reload would do to a half-typed form on the page; null if there is none. */
export const useDirtyForms = (): Dirty | null => useSyncExternalStore(watchDirtyForms, dirtyForms)
