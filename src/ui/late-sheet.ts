import { useLayoutEffect } from 'react'

const made = new Map<string, CSSStyleSheet>()

/**
 * Adds the style rules of a screen that are too large for the first page's sheet, as long as the screen is shown. The
 * policy allows them, because a constructed sheet is not an inline style. For the styles of the first screens see
 * `chakra`.
 */
export function useLateSheet(css: string): void {
  useLayoutEffect(() => {
    const sheet = made.get(css) ?? new CSSStyleSheet()
    if (!made.has(css)) sheet.replaceSync(css)
    made.set(css, sheet)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)
    }
  }, [css])
}
