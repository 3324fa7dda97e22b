/** The styles of the board. They are not part of the first page (ui/late-sheet.ts). */
export const weekLook = `
.week-tools { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; }
.week-tools > .choice { display: flex; flex-direction: column; gap: 2px; font-size: var(--text-sm); color: var(--fg-muted); }
.week-tools > .grow { flex: 1; }
.week-desk { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 16px; align-items: start; }
.week-scroll { overflow-x: auto; border: var(--hairline) solid var(--line); border-radius: 6px; }
.week-scroll > table { border-collapse: separate; border-spacing: 0; width: 100%; table-layout: fixed; }
.week-scroll th { text-align: start; vertical-align: top; font-weight: 550; padding: 8px; background: var(--bg-quiet); }
.week-scroll thead th { border-block-end: var(--hairline) solid var(--line); min-width: 0; }
.week-scroll thead th[data-today] { box-shadow: inset 0 3px 0 var(--accent); }
.week-scroll th > small { display: block; font-weight: 400; color: var(--fg-muted); font-size: var(--text-sm); }
.week-scroll th:first-child { position: sticky; inset-inline-start: 0; z-index: 1; width: 8.5rem; overflow-wrap: anywhere; }
.week-scroll td { vertical-align: top; padding: 0; border-inline-start: var(--hairline) solid var(--line); height: 1px; }
.week-scroll tbody tr + tr > * { border-block-start: var(--hairline) solid var(--line); }
.week-cell { min-height: 100%; padding: 6px; contain: layout style; }
.week-cell > p { display: flex; flex-wrap: wrap; align-items: center; column-gap: 8px; min-height: 24px; font-size: var(--text-sm); color: var(--fg-muted); font-variant-numeric: tabular-nums; }
.week-cell > p > strong { display: inline-flex; align-items: center; gap: 4px; color: var(--red); font-weight: 650; }
.week-cell[data-over], .week-pile[data-over], .week-cell[data-target], .week-pile[data-target] { background: var(--accent-quiet); outline: 2px dashed var(--accent); outline-offset: -3px; }
.week-cell > ul, .week-pile ul { list-style: none; display: flex; flex-direction: column; gap: 6px; padding: 0; margin: 0; }
.week-card { position: relative; padding: 4px 6px 6px; border: var(--hairline) solid var(--line-strong); border-inline-start-width: 4px; border-radius: 4px; background: var(--bg); overflow-wrap: break-word; font-size: var(--text-sm); line-height: 1.3; contain: layout style; }
.week-card[draggable=true] { cursor: grab; }
.week-card[data-done] { background: var(--bg-quiet); border-color: var(--line); }
.week-card[data-carried] { outline: 3px solid var(--accent); outline-offset: 1px; }
.week-card[data-dragged] { opacity: 0.45; }
.week-card > div { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.week-card > div > span { white-space: normal; }
.week-card > a { display: block; min-height: 24px; font-weight: 550; }
.week-card > small { display: block; color: var(--fg-muted); font-size: inherit; }
.week-grip { display: inline-flex; align-items: center; justify-content: space-between; gap: 6px; width: 100%; min-height: 28px; font-weight: 650; font-variant-numeric: tabular-nums; border-radius: 4px; color: inherit; text-align: start; }
.week-grip:hover { background: var(--bg-press); }
.week-grip > svg { color: var(--fg-muted); flex: none; }
.week-pile { position: sticky; top: calc(var(--bar) + 8px); max-height: calc(100dvh - var(--bar) - 24px); overflow: auto; overscroll-behavior: contain; padding: 10px; border: var(--hairline) solid var(--line); border-radius: 6px; background: var(--bg-quiet); }
.week-pile > h2 { overflow-wrap: anywhere; font-size: var(--text-md); display: flex; justify-content: space-between; gap: 8px; }
.week-pile > h2 > span { font-weight: 400; color: var(--fg-muted); font-variant-numeric: tabular-nums; }
.week-pile > p { padding-block: 6px; font-size: var(--text-sm); color: var(--fg-muted); }
.week-pile input[type=search] { width: 100%; }
.week-pile > ul { padding-block: 8px; }
.week-made { position: fixed; z-index: 40; inset-inline: 16px; bottom: calc(16px + var(--tabs) + env(safe-area-inset-bottom)); max-width: 40rem; margin-inline: auto; display: flex; align-items: center; gap: 8px; padding-inline-start: 16px; border-radius: 6px; background: var(--fg); color: var(--bg); box-shadow: 0 4px 16px rgb(0 0 0 / 0.25); }
.week-made > p { flex: 1; padding-block: 12px; min-width: 0; }
.week-made button, .week-made button:hover { color: inherit; background: transparent; }
.week-made button:first-of-type { text-decoration: underline; font-weight: 650; }
.week-alone { display: flex; flex-direction: column; gap: 16px; }
.week-move { display: none; }
.week-alone .week-move { display: inline; margin-inline-start: auto; color: var(--accent); font-weight: 550; }

.week-alone > section > h2 { overflow-wrap: anywhere; font-size: var(--text-lg); display: flex; flex-wrap: wrap; align-items: baseline; gap: 8px; padding-block-end: 2px; }
.week-alone .week-cell { padding: 0; contain: none; }
.week-alone .week-card { font-size: var(--text-md); padding: 6px 10px 10px; }
.week-alone .week-grip { min-height: var(--tap); }
.week-alone .week-pile { position: static; max-height: none; border: 0; background: none; padding: 0; }
.week-conflicts > ul { padding-inline-start: 1.25em; }
.week-conflicts > summary { min-height: 28px; cursor: pointer; }
`
