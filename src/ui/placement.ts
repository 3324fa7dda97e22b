import { type RefObject, useLayoutEffect } from 'react'

/** The gap between a dropped list and its box, or anything that it must not cover (px). */
const gap = 8

/** Room for at least two options, however little there is. */
const leastHeight = 96

/**
 * Places a dropped list where there is room: below its box, or above, and never over the bar at the foot of the page,
 * so that the choice can be saved at once. The list scrolls in the remaining room. In a dialog it stays below, and the
 * dialog scrolls with it.
 */
export function usePlacement(drop: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const list = drop.current
    const box = list?.parentElement
    const options = list?.firstElementChild
    if (!isOpen || !list || !box || !options || box.closest('dialog')) return
    const place = () => {
      list.style.maxHeight = ''
      const wanted = list.offsetHeight
      const seen = window.visualViewport
      const top = seen?.offsetTop ?? 0
      const height = seen?.height ?? window.innerHeight
      // The area that the page keeps free for its bars when it scrolls.
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
      const foot = Math.min(top + height, window.innerHeight - px(scrollPaddingBottom))
      const { top: boxTop, bottom: boxBottom } = box.getBoundingClientRect()
      const below = foot - boxBottom - gap
      const above = boxTop - top - px(scrollPaddingTop) - gap
      const goesUp = below < wanted && above > below
      list.toggleAttribute('data-above', goesUp)
      const room = Math.max(leastHeight, goesUp ? above : below)
      if (room < wanted) list.style.maxHeight = `${room}px`
    }
    const watcher = new ResizeObserver(place)
    watcher.observe(box)
    watcher.observe(options)
    window.addEventListener('scroll', place, { passive: true })
    window.visualViewport?.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', place)
      window.visualViewport?.removeEventListener('resize', place)
    }
  }, [drop, isOpen])
}

const px = (length: string): number => Number.parseFloat(length) || 0
