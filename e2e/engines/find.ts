/** An element as a person would name it. Of several matches the first visible one is used. */
export interface Target {
  role: keyof typeof selectors
  /** Its text with single blanks: the whole text, or a part with a star at either end: 'Add*'. */
  name: string
}

/** Selectors by role; the app uses plain HTML elements. */
export const selectors = {
  button: 'button',
  link: 'a[href]',
  heading: 'h1,h2,h3,h4,h5,h6',
  field: 'input:not([type=file]),textarea,select',
  files: 'input[type=file][multiple]',
  /** Only stored cards; before that they are marked as being saved. */
  article: 'article:not([aria-busy])',
  option: '[role=option]',
} as const

/**
 * Runs in the page: scrolls the element that fits to the middle of the screen and returns it, or null. A button that
 * does not take taps yet counts as missing, and so does the app while the first frame covers it.
 */
export function findInPage(selector: string, name: string, isHiddenAllowed: boolean): Element | null {
  if (document.querySelector('.below-first-frame')) return null
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
  /** The text as a screen reader would read it: signs such as the star of a required field are only visual. */
  const heard = (element: Element | null) => {
    const copy = element?.cloneNode(true) as Element | undefined
    for (const sign of copy?.querySelectorAll('[aria-hidden=true]') ?? []) sign.remove()
    return copy?.textContent ?? ''
  }
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...(element.labels as Iterable<Element>)] : []
    const ids = element.getAttribute('aria-labelledby')
    const said =
      element.getAttribute('aria-label') ??
      ids
        ?.split(/\s+/)
        .map((id) => heard(document.getElementById(id)))
        .join(' ')
    return tidy(said || labels.map(heard).join(' ') || heard(element))
  }
  const wanted = name.replace(/^\*|\*$/g, '')
  const fits = (words: string) =>
    (name.startsWith('*') ? words.includes(wanted) : words.startsWith(wanted)) &&
    (name.endsWith('*') || words.endsWith(wanted)) &&
    (name.includes('*') || words === wanted)
  // While a question is open, the page behind it takes no taps.
  const question = [...document.querySelectorAll('dialog[open]')].at(-1)
  for (const element of (question ?? document).querySelectorAll(selector)) {
    const isThere = isHiddenAllowed || element.getClientRects().length > 0
    if (!isThere || element.matches(':disabled') || !fits(nameOf(element))) continue
    element.scrollIntoView({ block: 'center' })
    return element
  }
  return null
}
