import { useRef, useState } from 'react'

/** A choice of the user, shown until the page has it from the device. */
interface Choice<Value> {
  value: Value
  /** The value that the page still had from the device when the choice was stored; absent while it is stored. */
  over?: { is: Value }
}

/** Whether the page has the choice, or a later value. */
const isOver = <Value>({ over }: Choice<Value>, stored: Value): boolean =>
  over !== undefined && !Object.is(over.is, stored)

/**
 * Values that the user sets with one tap each. A choice is shown at once, until the stored value has changed. A save
 * that fails (null) shows the stored value again.
 */
export function useOptimisticValues<Key, Value>(
  stored: (key: Key) => Value,
): {
  shown(key: Key): Value
  choose(key: Key, next: Value, save: () => Promise<unknown>): Promise<void>
} {
  const [choices, setChoices] = useState<ReadonlyMap<Key, Choice<Value>>>(new Map())
  const latest = useRef(stored)
  latest.current = stored
  // Then the choice is dropped, because the office may send the earlier value again, and it must be shown.
  const current = new Map([...choices].filter(([key, choice]) => !isOver(choice, stored(key))))
  if (current.size < choices.size) setChoices(current)
  return {
    shown(key) {
      const choice = current.get(key)
      return choice ? choice.value : stored(key)
    },
    async choose(key, next, save) {
      const mine: Choice<Value> = { value: next }
      setChoices((all) => new Map(all).set(key, mine))
      let isStored = false
      try {
        isStored = (await save()) !== null
      } finally {
        setChoices((all) => {
          // A later tap takes precedence.
          if (all.get(key) !== mine) return all
          const after = new Map(all)
          if (isStored) after.set(key, { value: next, over: { is: latest.current(key) } })
          else after.delete(key)
          return after
        })
      }
    },
  }
}

/** The same for a single value. */
export function useOptimisticValue<Value>(stored: Value): {
  shown: Value
  choose(next: Value, save: () => Promise<unknown>): Promise<void>
} {
  const { shown, choose } = useOptimisticValues<null, Value>(() => stored)
  return { shown: shown(null), choose: (next, save) => choose(null, next, save) }
}
