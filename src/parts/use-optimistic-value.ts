import { useState } from 'react'

/**
 * A value that the user sets with one tap. The choice is shown at once, until the stored value has changed. A save
 * that fails (null) shows the stored value again.
 */
export function useOptimisticValue<Value>(stored: Value): {
  shown: Value
  choose(next: Value, save: () => Promise<unknown>): Promise<void>
} {
  const [chosen, setChosen] = useState<{ over: Value; value: Value } | null>(null)
  return {
    shown: chosen && Object.is(chosen.over, stored) ? chosen.value : stored,
    async choose(next, save) {
      setChosen({ over: stored, value: next })
      if ((await save()) === null) setChosen(null)
    },
  }
}
