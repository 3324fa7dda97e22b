import { useSyncExternalStore } from 'react'
import { rowsPerPage } from '../rules/pages.ts'
import { recall, remember } from '../sync/device/local-storage.ts'
import { useUser } from '../sync/react/live.ts'

/** The choices of rows on a page; the first is the default (LS-02). */
export const listSizes = [rowsPerPage, 25, 50, 100] as const

const listeners = new Set<() => void>()

const watch = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** A choice for lists, stored on this device for the person. Text, '' for none. */
export function useListChoice(name: string): [value: string, choose: (value: string) => void] {
  const key = `${name}-${useUser().id}`
  const value = useSyncExternalStore(watch, () => recall(key) ?? '')
  return [
    value,
    (chosen) => {
      remember(key, chosen)
      for (const tell of listeners) tell()
    },
  ]
}

/** Rows on a page of a list, as the person chose. */
export function useListSize(): [size: number, choose: (size: number) => void] {
  const [text, choose] = useListChoice('list-size')
  return [listSizes.find((it) => String(it) === text) ?? rowsPerPage, (size) => choose(String(size))]
}
