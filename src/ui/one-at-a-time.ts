import { useRef } from 'react'

/**
 * Returns `act`, of which one call runs at a time: a second tap while the first is being saved changes nothing.
 * A disabled button alone does not do that, because it is disabled one frame later.
 */
export function useOneAtATime<Asked extends unknown[]>(
  act: (...asked: Asked) => unknown,
): (...asked: Asked) => Promise<void> {
  const isRunning = useRef(false)
  return async (...asked) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await act(...asked)
    } finally {
      isRunning.current = false
    }
  }
}
