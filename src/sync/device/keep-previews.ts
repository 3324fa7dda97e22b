/** The message on which the service worker keeps the code of the previews for the time without signal. */
export const keepPreviews = 'codesoft-keep-previews'
