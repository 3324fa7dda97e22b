import { useSyncExternalStore } from 'react'

export interface SharedValue<Value> {
  get(): Value
  set(next: Value): void
  /** The value, live. For components. */
  useValue(): Value
}

/** A value outside React that components follow. */
export function sharedValue<Value>(first: Value): SharedValue<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: () => useSyncExternalStore(watch, get),
  }
}
