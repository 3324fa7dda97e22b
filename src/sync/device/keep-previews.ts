/**
 * The message on which the service worker keeps the code of the previews for the time without signal, and the name of
 * the cache in which it does.
 */
export const keepPreviews = 'codesoft-previews'
