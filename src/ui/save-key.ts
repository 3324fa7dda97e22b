import type { KeyboardEvent } from 'react'

/** Whether a key saves from any field of a form: Enter with Ctrl, or with Cmd on a Mac. */
export const isSaveKey = (event: KeyboardEvent): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey)
