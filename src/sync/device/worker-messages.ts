/** Everything that the service worker obeys when a page posts it. */
export const workerMessages = {
  /** The user has agreed to the update. */
  activate: 'SKIP_WAITING',
  /** Take the service worker and its caches away; records and unsent work stay. */
  kill: 'codesoft-kill',
  /** This browser may need the page's own way to shrink photos: keep its code for the time without signal. */
  keepShrinker: 'codesoft-keep-shrinker',
  /** Notices are made here too: keep what writes documents for the time without signal. */
  keepLetters: 'codesoft-keep-letters',
} as const
