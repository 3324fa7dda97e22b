import { useEffect, useRef, useState } from 'react'

/**
 * Follows a value at once, but then not again within `ms`, because reading it again is costly. A value that is still
 * being read (undefined) does not delay the one that comes after it.
 */
export function useCalm<Value>(value: Value, ms: number): Value {
  const [calm, setCalm] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      if (value !== undefined) last.current = performance.now()
      setCalm(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return calm
}
