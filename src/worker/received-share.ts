import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { keepShared, sharedTo } from '../sync/device/shared-files.ts'

/** Whether these are files that another app shares with this one. */
export const isShare: RouteMatchCallback = ({ url, sameOrigin }) => sameOrigin && url.pathname === sharedTo.path

/** Stores them and opens the page for filing them. Files that cannot be stored are still in the app they came from. */
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
