/**
 * The message that asks the service worker to cache the preview code for use without signal, and the name of that
 * cache.
 */
export const keepPreviews = 'codesoft-previews'
