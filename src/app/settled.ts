/** Whether everything that the screen has to show is visible, with nothing loading. */
export function isSettled(root: HTMLElement): boolean {
  const waiting = [...root.querySelectorAll('[data-loading]')]
  return root.querySelector('main h1, main form') !== null && !waiting.some(isInSight)
}

const isInSight = (element: Element): boolean => {
  const { top, height } = element.getBoundingClientRect()
  return height > 0 && top < window.innerHeight
}

/** A check box or radio button, whose value is whether it is checked. */
export const isTick = (element: Element): element is HTMLInputElement =>
  element.matches('input[type=checkbox], input[type=radio]')
