import { createContext, createElement, type ReactNode, use } from 'react'
import type { Id, RecordType } from '../../contract/id.ts'
import { rowName } from '../../db/outbox.ts'
import { openDuplicates, type PossibleDuplicate } from '../acknowledge/possible-duplicates.ts'
import { useServerId } from './hooks.ts'
import { useLive } from './live.ts'

const none: readonly PossibleDuplicate[] = []

const SecondsContext = createContext(none)

/** Around the signed-in app: read once for all pages and cards that say it. */
export function DuplicatesProvider({ children }: { children: ReactNode }) {
  return createElement(SecondsContext, { value: useLive(openDuplicates, []) ?? none }, children)
}

/** Everything of which the office may have a second one, oldest first. */
export const useDuplicates = (): readonly PossibleDuplicate[] => use(SecondsContext)

/** Of these, what is said at a record: of itself, or of a file that hangs on it. */
export function useDuplicatesOn(type: RecordType, id: Id): readonly PossibleDuplicate[] {
  const name = rowName(type, useServerId(type, id))
  const all = useDuplicates()
  return all.length === 0 ? none : all.filter((it) => it.on === name)
}
