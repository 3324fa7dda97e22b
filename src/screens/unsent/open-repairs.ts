import { createContext, createElement, type ReactNode, use, useMemo, useState } from 'react'
import type { OutboxEntry } from '../../db/outbox.ts'
import { repairFields, type Typed, typedOf } from './repair-fields.ts'

/** An open form that corrects an entry. */
export interface OpenRepair {
  /** As it was when the form was opened. */
  entry: OutboxEntry
  isComplaint: boolean
  /** What the form has now. The form changes it without rendering the list again. */
  typed: Typed
}

interface OpenRepairs {
  /** By the number of the entry, which stays when it gets another key. */
  open: ReadonlyMap<number, OpenRepair>
  begin(entry: OutboxEntry, isComplaint: boolean): void
  end(seq: number): void
}

const Context = createContext<OpenRepairs>({ open: new Map(), begin: () => undefined, end: () => undefined })

export const useOpenRepairs = (): OpenRepairs => use(Context)

/**
 * Around the list: keeps what is typed into its forms, also when a line moves within the list, or leaves it because its
 * entry was sent.
 */
export function RepairsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<ReadonlyMap<number, OpenRepair>>(new Map())
  const repairs = useMemo(
    () => ({
      open,
      begin: (entry: OutboxEntry, isComplaint: boolean) =>
        setOpen((all) =>
          new Map(all).set(entry.seq, { entry, isComplaint, typed: typedOf(repairFields(entry.body, isComplaint)) }),
        ),
      end: (seq: number) => setOpen((all) => new Map([...all].filter(([it]) => it !== seq))),
    }),
    [open],
  )
  return createElement(Context, { value: repairs }, children)
}
