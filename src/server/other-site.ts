import type { Context } from 'hono'

/**
 * Whether a page of another site sends this request, as browsers of today say. Such a page could use up the sign-ins of
 * a whole office, with which it shares an address. Older browsers and programs say nothing, and may go on.
 */
export const isFromOtherSite = (c: Context): boolean => c.req.header('Sec-Fetch-Site') === 'cross-site'

/** Whether a browser says that the request is not for a page, but for a part of one, such as a picture. */
export const isForPart = (c: Context): boolean =>
  // Programs may write the mode alone.
  c.req.header('Sec-Fetch-Site') !== undefined && c.req.header('Sec-Fetch-Mode') !== 'navigate'
