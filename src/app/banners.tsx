import { useIsStarted } from '../sync/react/live.ts'
import { fetched } from '../ui/fetched.tsx'

const AllBanners = fetched(async () => (await import('./all-banners.tsx')).AllBanners)

/** What stands between the top bar and the page when there is something to say. It is rare, and comes after the screen. */
export function Banners() {
  return useIsStarted() ? <AllBanners /> : null
}
