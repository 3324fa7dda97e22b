import { createContext, createElement, type ReactNode, use } from 'react'
import type { Id, RecordType } from '../../contract/id.ts'
import { rowName } from '../../db/outbox.ts'
import { openDuplicates, type PossibleDuplicate } from '../acknowledge/possible-duplicates.ts'
import { useServerId } from './hooks.ts'
import { useLive } from './live.ts'
import { useSame } from './rows.ts'

const none: readonly PossibleDuplicate[] = []

const SecondsContext = createContext(none)

/** Wraps the signed-in app, so that possible duplicates are read once for all pages and cards. */
export function DuplicatesProvider({ children }: { children: ReactNode }) {
  return createElement(SecondsContext, { value: useSame(useLive(openDuplicates, []) ?? none) }, children)
}

/** All records that the office may have twice, oldest first. */
export const useDuplicates = (): readonly PossibleDuplicate[] => use(SecondsContext)

/** The possible duplicates shown at a record: the record itself, or its files. */
export function useDuplicatesOn(type: RecordType, id: Id): readonly PossibleDuplicate[] {
  const name = rowName(type, useServerId(type, id))
  const all = useDuplicates()
  return all.length === 0 ? none : all.filter((it) => it.on === name)
}
