import type { RouteHandlerCallback } from 'workbox-core'
import { isMarkedCleared } from '../sync/device/cleared-mark.ts'

/**
 * The app's page. After the office has cleared this device, an empty module comes before the app's own:
 * first-frame.js takes it for another build, whose frames it does not paint.
 */
export const pageWithoutFrame =
  (pageOf: RouteHandlerCallback): RouteHandlerCallback =>
  async (asked) => {
    const [page, isCleared] = await Promise.all([pageOf(asked), isMarkedCleared()])
    return isCleared ? new Response((await page.text()).replace(entry, `${entry}></script>$&`), page) : page
  }

const entry = '<script type="module"'
