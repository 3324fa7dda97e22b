import { Button } from '../ui/button.tsx'
import { useDirtyForms } from '../ui/use-dirty.ts'
import { Banner } from './banner.tsx'
import { useIsStorageLost } from './storage-lost.ts'

/** The page is cut off from the device's databases, and has a half-typed form. */
export function StorageLostBanner() {
  const dirty = useDirtyForms()
  if (!useIsStorageLost()) return null
  const typed =
    dirty === null || dirty === 'kept'
      ? ', and what you typed before is kept.'
      : '. What you typed here is not kept: write it down first.'
  return (
    <Banner
      tone="red"
      text={`This page is cut off from its storage, by the browser or by a newer version in another tab. Nothing can be saved until you reload it. Saved work is safe${typed}`}
    >
      <Button kind="main" onClick={() => location.reload()}>
        Reload
      </Button>
    </Banner>
  )
}
