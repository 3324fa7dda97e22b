import { useEffect, useSyncExternalStore } from 'react'
import { hasDirtyForm, markDirty, watchDirtyForms } from './dirty-forms.ts'

/** Keeps the page from being reloaded for an update while this form holds unsaved words. */
export const useDirtyMark = (isDirty: boolean): void => {
  useEffect(() => (isDirty ? markDirty() : undefined), [isDirty])
}

/** Whether any form on the page is half typed. */
export const useHasDirtyForm = (): boolean => useSyncExternalStore(watchDirtyForms, hasDirtyForm)
