/** All messages from a page that the service worker acts on. */
export const workerMessages = {
  /** The user has accepted the update. */
  activate: 'SKIP_WAITING',
  /** Serve the open pages, also one that was still loading when the worker became active. */
  claim: 'codesoft-claim',
  /** Remove the service worker and its caches. Records and unsent work stay. */
  kill: 'codesoft-kill',
  /** This browser may need the page's own photo shrinker: cache its code for use without signal. */
  keepShrinker: 'codesoft-keep-shrinker',
  /** Cache the code that writes documents, so that notices can be made without signal. */
  keepLetters: 'codesoft-keep-letters',
} as const
