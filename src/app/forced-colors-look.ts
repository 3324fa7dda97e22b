/**
 * How chosen things look where the person's own colors replace all others (Windows contrast themes): a background or a
 * transparent border no longer tells which tab, page or button is chosen. Late (ui/late-sheet.ts), because few need it.
 */
export const forcedColorsLook = `
@media (forced-colors: active) {
  [aria-current="page"], [aria-selected="true"], [aria-pressed="true"], [aria-pressed="true"] * {
    forced-color-adjust: none;
    background: Highlight !important;
    color: HighlightText !important;
  }
}
`
