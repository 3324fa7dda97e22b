/** Runs it when the page is idle; if the browser cannot tell (Safari), after `otherwiseMs`. */
export const whenIdle = (act: () => void, otherwiseMs: number): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, otherwiseMs)
  else requestIdleCallback(act)
}
