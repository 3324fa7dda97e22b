/**
 * Safari leaves the focus on what surrounds a tapped button or link. Here the button takes it, as in the other browsers:
 * what opens by a tap gives the focus back to what had it before.
 */
addEventListener(
  'click',
  ({ target }) => {
    const tapped = target instanceof Element && target.closest<HTMLElement>('a, button, summary')
    const focused = document.activeElement
    if (tapped && tapped !== focused && focused?.contains(tapped)) tapped.focus({ preventScroll: true })
  },
  true,
)
