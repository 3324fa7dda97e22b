import { lacking } from '../ui/print-page.ts'

/**
 * How every page looks on paper. Not part of the first page (ui/late-sheet.ts), because nobody prints before the app has
 * started. A part with a layout of its own has its rules for paper in its recipe.
 */
export const paperLook = `
@media screen {
  .paper { display: none; }
}
@media print {
  @page {
    margin: 14mm 14mm 16mm;
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8.5pt system-ui, sans-serif; color: #444; }
  }
  /* Whatever the look on the screen. No tint and no shade is needed: browsers print no backgrounds. */
  :root, .dark, .sun {
    color-scheme: light;
    --bg: #fff; --bg-side: #fff; --bg-quiet: #fff; --bg-press: #fff;
    --fg: #000; --fg-muted: #333; --accent: #000; --on-accent: #000; --accent-quiet: #fff;
    --line: #999; --line-strong: #555; --badge-line: #999; --hairline: 1px;
    --red: #96190f; --yellow: #664300; --green: #125427; --gray: #414a46;
    --red-quiet: #fff; --yellow-quiet: #fff; --green-quiet: #fff; --gray-quiet: #fff;
    --text-sm: 9.5pt; --text-md: 11pt; --text-lg: 13pt; --text-xl: 16pt; --gutter: 0px; --tap: 24px; --block: 20px;
  }
  .not-printed { display: none !important; }
  #root .column { margin: 0; }
  /* What had not come is missing on paper, and the sheet says so. */
  [data-loading] { display: none !important; }
  body::before { display: block; font-weight: 600; }
  body[data-paper]::before, body:not(:has(main ${lacking}))::before { content: none !important; }
  /* A letter: nothing of the app beside it. */
  body[data-paper] > :not(.paper) { display: none !important; }
  /* Its recipient is in the window of the envelope, as in the documents (notice/measures.ts), less the margin above. */
  .paper :has(> .to) { display: grid; grid-template-rows: minmax(142pt, auto) auto; align-items: start; align-content: start; min-height: 221pt; }
  .paper .to { max-width: 243pt; margin: 0 0 0 32pt; }
  a { color: inherit; }
  /* Paper has no buttons. The heads of sorted columns are words in one, and pictures are enlarged by one. */
  main button:not(th button, [role="tab"][aria-selected="true"], :has(img)) { display: none !important; }
  /* Nor can anything be filled in: a form is an empty box, and so is a part that has nothing else. What a choice says stays. */
  main form, main section:has(> div > form:only-child) { display: none !important; }
  main select { border: 0 !important; padding: 0 !important; background: none !important; }
  main label:has(> input:not(:checked)):has(+ [data-age], + div > select), main label:has(+ [data-age], + div > select) > input { display: none !important; }
  main div:has(> input:not([type="checkbox"], [type="radio"]), > textarea) { display: none !important; }
  /* A part that was left closed would be a title alone. */
  main section:has(> div[hidden]), details:not([open]) { display: none !important; }
  main td[data-phone=tick] > * { display: none; }
  /* Nor can a link that only leads on be followed, and what tells of this device alone is nothing for paper. */
  main a[href$="/follow-up"], main section[aria-label^="Recent "] > header > a { display: none !important; }
  main section:has(> div > ul > li > a[href="/help"]), main .facts { display: none !important; }
  /* The heads of a table stand on every sheet. Rows, cards and pictures are whole, unless they hold cards themselves. */
  thead { display: table-header-group; }
  tr, li:not(:has(article)), article, figure:not(:has(.table)), figure .plot, figure .table, dl > div, img { break-inside: avoid; }
  figcaption { break-after: avoid; }
  /* A sheet is narrower than a tablet, but plots in one column would be as large as posters. */
  figure:has(.table) { padding-bottom: 20px; }
  figure .made { grid-template-columns: 1fr 1fr !important; }
  h1, h2, h3, h4, h5, main div:has(> h1, > h2), main div:has(> div > h1) { break-after: avoid; }
  p, li, dd { orphans: 3; widows: 3; }
}
`
