import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on screen. A late answer must not move a person who has gone elsewhere. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
