import { createContext, createElement, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { repairsBegun } from '../../sync/entry/drafts.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { type RepairField, type Typed, typedOf } from './repair-fields.ts'

/** An open form that corrects an entry. Stored as the form's draft, so that its words survive the page. */
export interface OpenRepair {
  /** As it was when the form was opened. */
  entry: OutboxEntry
  isComplaint: boolean
  /** The values that the user has changed. All others stay as the entry has them. */
  typed: Typed
  /** It was left half typed and opens by itself, so it does not take the focus. */
  isResumed?: true
}

interface OpenRepairs {
  /** By the number of the entry, which stays when it gets another key. */
  open: ReadonlyMap<number, OpenRepair>
  begin(entry: OutboxEntry, isComplaint: boolean): void
  end(seq: number): void
}

const Context = createContext<OpenRepairs>({ open: new Map(), begin: () => undefined, end: () => undefined })

export const useOpenRepairs = (): OpenRepairs => use(Context)

/** Around the list: keeps its forms open when a line moves within the list, and opens those that were left half typed. */
export function RepairsProvider({ children }: { children: ReactNode }) {
  const { db } = useEngine().device
  const [open, setOpen] = useState<ReadonlyMap<number, OpenRepair>>(new Map())
  useEffect(() => {
    let isLeft = false
    void repairsLeft(db).then((left) => {
      if (!isLeft) setOpen((all) => new Map([...left.map((it) => [it.entry.seq, it] as const), ...all]))
    })
    return () => {
      isLeft = true
    }
  }, [db])
  const repairs = useMemo(
    () => ({
      open,
      begin: (entry: OutboxEntry, isComplaint: boolean) =>
        setOpen((all) => new Map(all).set(entry.seq, { entry, isComplaint, typed: {} })),
      end: (seq: number) => setOpen((all) => new Map([...all].filter(([it]) => it !== seq))),
    }),
    [open],
  )
  return createElement(Context, { value: repairs }, children)
}

/** What was typed into forms and not saved. Only this folder writes these drafts, so it knows their shape. */
export const repairsLeft = async (db: DeviceDatabase): Promise<OpenRepair[]> =>
  (await repairsBegun(db)).map(({ values }) => ({ ...(values as OpenRepair), isResumed: true }))

/** The changed values once a field has this one. */
export function withTyped(typed: Typed, fields: readonly RepairField[], name: string, value: string | boolean): Typed {
  const { [name]: _, ...others } = typed
  return typedOf(fields)[name] === value ? others : { ...others, [name]: value }
}
