import { useIsStarted } from '../sync/react/live.ts'
import { fetched } from '../ui/fetched.tsx'

const AllBanners = fetched(async () => (await import('./all-banners.tsx')).AllBanners, null, null)

/** The messages between the top bar and the page. They are rare, and load after the screen. */
export function Banners() {
  return useIsStarted() ? <AllBanners /> : null
}
