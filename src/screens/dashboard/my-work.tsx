import { useZone } from '../../parts/use-now.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { FactCard } from './fact-card.tsx'
import { myWork } from './my-work-words.ts'

/** How much of the user's work the office has, and how much is still on this phone. */
export function MyWork() {
  const zone = useZone()
  return <FactCard to="/unsent" title="My work" isOfNow {...myWork(useSyncStatus(), zone)} />
}
