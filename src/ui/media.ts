import { useSyncExternalStore } from 'react'

/** From this width on the sidebar is fixed and lists are tables beside it (SH-04). */
export const DESK = '(min-width: 64rem)'
/** Below this width table rows become cards: on phones, and on half a tablet. */
export const CARDS_BELOW = '44rem'

const watch = (query: string) => (listener: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
const watchDesk = watch(DESK)

/** Whether there is room for the fixed sidebar. */
export const isDesk = (): boolean => matchMedia(DESK).matches

export const useIsDesk = (): boolean => useSyncExternalStore(watchDesk, isDesk)
