/** Name of the platform's background sync; a hint only, never relied on. Known to the page and the service worker. */
export const replayTag = 'codesoft-replay'
