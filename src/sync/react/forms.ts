import { useCallback, useEffect, useRef } from 'react'
import type { Draft } from '../../db/database.ts'
import { isFull } from '../../db/storage-error.ts'
import { withRoom } from '../capture/reserve.ts'
import { changeDraft, clearDraft } from '../entry/drafts.ts'
import { currentName } from '../entry/names.ts'
import { useEngine } from './engine.ts'
import { useLiveNow } from './live-now.ts'
import { type Joins, OwnDraft } from './own-draft.ts'

interface KeptDraft<Values> {
  restored: Values | null | undefined
  restoredSeen: object | undefined
  save(values: Values): void
  /** Stores it at once. It stays until the record that it becomes is stored. `seen`: what it begins with from now on. */
  keepNow(values: Values, seen?: object): Promise<void>
  /**
   * Stores at once what is left after a record was stored, which deleted the draft: these values, and what other pages
   * had typed into the same form.
   */
  keepRest(values: Values, seen?: object): Promise<void>
  hasOthers(): boolean
  /** What is on the device now: a form that was opened since may have stored another draft. */
  read(): Promise<Values | null>
  /** Deletes what this page has typed. */
  clear(): Promise<void>
  /** Another page has deleted the draft: it saved the same form. */
  isGone: boolean
}

/**
 * Stores a half-typed form on the device, soon after each change and when the page is left. `seen` is the record with
 * which an edit began. It is stored with the draft, so that a draft of last week is compared with the record of last
 * week. `joins`: how the values stand beside those that another page has typed into the same form; without it, the
 * newer ones take the place of the others.
 */
export function useDraft<Values extends object>(form: string, seen?: object, joins?: Joins<Values>): KeptDraft<Values> {
  const { db } = useEngine().device
  const draft = useLiveNow(async (it) => (await it.drafts.get(form)) ?? null, [form])
  const own = useOwnDraft(joins)
  const first = useRef<{ form: string; values: Values | null; seen?: object | undefined }>(undefined)
  if (draft !== undefined && first.current?.form !== form) {
    first.current = { form, values: (draft?.values as Values | undefined) ?? null, seen: draft?.seen }
    own.found(first.current.values)
  }
  const opened = useRef(seen)
  opened.current = first.current?.seen ?? seen
  const { flush, save, timer } = useStoring(form, own, opened)
  const keepNow = useCallback(
    (values: Values, seen?: object, isRest = false) => {
      if (first.current && seen) first.current.seen = seen
      if (seen) opened.current = seen
      own.unsaved = { values, isRest }
      return flush()
    },
    [flush, own],
  )
  const keepRest = useCallback((values: Values, seen?: object) => keepNow(values, seen, true), [keepNow])
  const clear = useCallback(async () => {
    clearTimeout(timer.current)
    if (first.current) first.current.seen = undefined
    await clearDraft(db, form, own.leave())
  }, [db, form, own, timer])
  const read = useCallback(
    async () => ((await db.drafts.get(await currentName(db, form)))?.values as Values | undefined) ?? null,
    [db, form],
  )
  const known = first.current?.form === form ? first.current : undefined
  return {
    restored: known?.values,
    restoredSeen: known?.seen,
    save,
    keepNow,
    keepRest,
    hasOthers: () => own.others !== null,
    read,
    clear,
    isGone: own.isGone(draft),
  }
}

function useOwnDraft<Values extends object>(joins: Joins<Values> | undefined): OwnDraft<Values> {
  const own = useRef<OwnDraft<Values>>(undefined)
  own.current ??= new OwnDraft()
  own.current.joins = joins
  return own.current
}

/** Stores the latest values, after a moment and when the page is left. */
function useStoring<Values extends object>(
  form: string,
  own: OwnDraft<Values>,
  opened: { readonly current: object | undefined },
) {
  const { db } = useEngine().device
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const write = own.takeUnsaved()
    if (!write) return
    const change = (there: Draft | undefined) => ({
      values: write.values(there),
      savedAt: Date.now(),
      ...(opened.current ? { seen: opened.current } : {}),
    })
    // No room for the draft. The page still has the text, and saving it will say that the phone is full.
    await withRoom(db, () => changeDraft(db, form, change)).catch((error) => {
      write.failed()
      if (!isFull(error)) throw error
    })
  }, [db, form, own, opened])
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
      own.unsaved = { values, isRest: false }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, draftDelayMs)
    },
    [flush, own],
  )
  return { flush, save, timer }
}

/** The delay between a change and storing the draft (ms). */
const draftDelayMs = 300
