import { useLayoutEffect } from 'react'

const made = new Map<string, CSSStyleSheet>()

/**
 * The rules of a screen that is too large for the sheet in the first page: they hold while it is shown. The policy allows
 * them, because they are made by a script of ours and stand in no element. For looks of the first screens see `chakra`.
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
