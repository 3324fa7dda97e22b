import type { Inspection } from '../../contract/inspection.ts'
import { isOpenVisit } from '../../rules/open-visit.ts'
import type { MoveKey } from '../../rules/week-move.ts'

/** The nearest movable card in the direction of an arrow key. */
export function nearestGrip(from: HTMLElement, key: MoveKey): HTMLElement | undefined {
  const here = from.getBoundingClientRect()
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  let best: { element: HTMLElement; rank: number } | undefined
  for (const element of document.querySelectorAll<HTMLElement>('[data-grip]')) {
    const there = element.getBoundingClientRect()
    const [right, down] = [there.left - here.left, there.top - here.top]
    const [along, aside] = isAcross ? [right * sign, Math.abs(down)] : [down * sign, Math.abs(right)]
    if (element === from || along < 2) continue
    // Up and down stay in the column; left and right take the nearest column, and in it the nearest height.
    if (!isAcross && aside > here.width / 2) continue
    const rank = along * 1_000 + aside
    if (!best || rank < best.rank) best = { element, rank }
  }
  return best?.element
}

/**
 * The card at which Tab stops among those that are shown: the one that had the focus last, else the first one. Done
 * visits have no grip, and what had the focus may be in another week, planned elsewhere or done by now.
 */
export function tabStopIn(shown: readonly Inspection[], lastId: number | undefined): number | undefined {
  const open = shown.filter(isOpenVisit)
  return (open.find(({ id }) => id === lastId) ?? open[0])?.id
}

export const gripOf = (id: number): HTMLElement | null => document.querySelector<HTMLElement>(`[data-grip="${id}"]`)
