import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { keepShared, sharedTo } from '../sync/device/shared-files.ts'

/** Are these files that another app shares to this one? */
export const isShare: RouteMatchCallback = ({ url, sameOrigin }) => sameOrigin && url.pathname === sharedTo.path

/** Keeps them, and opens the page that files them. What cannot be kept is still in the app it came from. */
export const receivedShare: RouteHandlerCallback = async ({ request }) => {
  const isKept = await request
    .formData()
    .then((form) => keepShared(form, Date.now()))
    .then(
      () => true,
      () => false,
    )
  return Response.redirect(isKept ? '/inbox' : '/inbox?failed=1', 303)
}
