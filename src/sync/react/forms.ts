import { useCallback, useEffect, useRef } from 'react'
import { isFull } from '../../db/storage-error.ts'
import { withRoom } from '../capture/reserve.ts'
import { clearDraft, keepDraft } from '../entry/drafts.ts'
import { currentName } from '../entry/names.ts'
import { useEngine } from './engine.ts'
import { useLive } from './live.ts'

/**
 * Stores a half-typed form on the device, soon after each change and when the page is left. `seen` is the record with
 * which an edit began. It is stored with the draft, so that a draft of last week is compared with the record of last
 * week.
 */
export function useDraft<Values>(
  form: string,
  seen?: object,
): {
  restored: Values | null | undefined
  restoredSeen: object | undefined
  save(values: Values): void
  /** Stores it at once. It stays until the record that it becomes is stored. `seen`: what it begins with from now on. */
  keepNow(values: Values, seen?: object): Promise<void>
  /** What is on the device now: a form that was opened since may have stored another draft. */
  read(): Promise<Values | null>
  clear(): Promise<void>
} {
  const { device } = useEngine()
  const { db } = device
  const draft = useLive(async (it) => (await it.drafts.get(form)) ?? null, [form])
  const first = useRef<{ form: string; values: Values | null; seen?: object | undefined }>(undefined)
  if (draft !== undefined && first.current?.form !== form)
    first.current = { form, values: (draft?.values as Values | undefined) ?? null, seen: draft?.seen }
  const opened = useRef(seen)
  opened.current = first.current?.seen ?? seen
  const unsaved = useRef<{ values: Values } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    if (!unsaved.current) return
    const { values } = unsaved.current
    unsaved.current = null
    const draft = { form, values, savedAt: Date.now(), ...(opened.current ? { seen: opened.current } : {}) }
    // No room for the draft. The page still has the text, and saving it will say that the phone is full.
    await withRoom(db, () => keepDraft(db, draft)).catch((error) => {
      if (!isFull(error)) throw error
    })
  }, [db, form])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      void flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [flush])
  const save = useCallback(
    (values: Values) => {
      unsaved.current = { values }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, draftDelayMs)
    },
    [flush],
  )
  const keepNow = useCallback(
    (values: Values, seen?: object) => {
      if (first.current && seen) first.current.seen = seen
      if (seen) opened.current = seen
      unsaved.current = { values }
      return flush()
    },
    [flush],
  )
  const clear = useCallback(async () => {
    clearTimeout(timer.current)
    unsaved.current = null
    if (first.current) first.current.seen = undefined
    await clearDraft(db, form)
  }, [db, form])
  const read = useCallback(
    async () => ((await db.drafts.get(await currentName(db, form)))?.values as Values | undefined) ?? null,
    [db, form],
  )
  const known = first.current?.form === form ? first.current : undefined
  return { restored: known?.values, restoredSeen: known?.seen, save, keepNow, read, clear }
}

/** The delay between a change and storing the draft (ms). */
const draftDelayMs = 300
