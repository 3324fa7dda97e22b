type Effect = { deps: readonly unknown[] | undefined; end?: (() => void) | undefined }

const isSame = (one: readonly unknown[] | undefined, two: readonly unknown[] | undefined): boolean =>
  one !== undefined && two !== undefined && one.length === two.length && one.every((it, n) => Object.is(it, two[n]))

/**
 * React's hooks for one component without a page: values are kept from one rendering to the next, and effects run after
 * it. Give `hooks` to vi.doMock('react').
 */
export function fakeReact() {
  const slots: unknown[] = []
  let at = 0
  let isDirty = false
  let after: (() => void)[] = []

  const slot = <Value>(first: () => Value): { value: Value } => {
    const mine = at++
    slots[mine] ??= { value: first() }
    return slots[mine] as { value: Value }
  }
  const useState = (first: unknown) => {
    const { value: kept } = slot(() => {
      const state = { now: typeof first === 'function' ? first() : first, set: (_: unknown) => {} }
      state.set = (next) => {
        const value = typeof next === 'function' ? next(state.now) : next
        if (!Object.is(value, state.now)) isDirty = true
        state.now = value
      }
      return state
    })
    return [kept.now, kept.set]
  }
  const useEffect = (run: () => (() => void) | undefined, deps?: readonly unknown[]) => {
    const { value: mine } = slot<Effect>(() => ({ deps: undefined }))
    if (isSame(mine.deps, deps)) return
    mine.deps = deps
    after.push(() => {
      mine.end?.()
      mine.end = run()
    })
  }
  const useMemo = <Value>(make: () => Value, deps: readonly unknown[]): Value => {
    const kept = slot(() => ({ deps, made: make() })).value
    if (!isSame(kept.deps, deps)) Object.assign(kept, { deps, made: make() })
    return kept.made
  }
  const useRef = (first: unknown) => slot(() => ({ current: first })).value
  const useCallback = (it: () => unknown, deps: readonly unknown[]) => useMemo(() => it, deps)

  return {
    hooks: { useState, useEffect, useMemo, useRef, useCallback },
    /** Renders until nothing changes any more. */
    render<Result>(use: () => Result): Result {
      for (let n = 0; n < 50; n++) {
        at = 0
        after = []
        isDirty = false
        const result = use()
        for (const run of after) run()
        if (!isDirty) return result
      }
      throw new Error('It renders without end')
    },
    /** Ends all effects, as when the component is closed. */
    close(): void {
      for (const it of slots as { value: Effect | undefined }[]) {
        const value: unknown = it.value
        if (typeof value === 'object' && value !== null && 'end' in value && typeof value.end === 'function')
          value.end()
      }
    },
  }
}
