import { useEffect, useSyncExternalStore } from 'react'
import { hasDirtyForm, markDirty, watchDirtyForms } from './dirty-forms.ts'

/** Prevents an update from reloading the page while this form has unsaved text. */
export const useDirtyMark = (isDirty: boolean): void => {
  useEffect(() => (isDirty ? markDirty() : undefined), [isDirty])
}

/** Whether any form on the page is half typed. */
export const useHasDirtyForm = (): boolean => useSyncExternalStore(watchDirtyForms, hasDirtyForm)
