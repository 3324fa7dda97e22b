import { type DeadlineState, deadlineTone } from '../rules/deadline.ts'
import { Badge } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'

const icons: Record<DeadlineState, IconName> = { 'Past Due': 'warning', Approaching: 'clock', 'Plenty of Time': 'done' }

/** The state of a deadline; nothing without one (AD-31). The state comes from rules/deadline.ts and `useNow`. */
export function DeadlineBadge({ state }: { state: DeadlineState | null }) {
  if (state === null) return null
  return (
    <Badge tone={deadlineTone[state]} icon={icons[state]}>
      {state}
    </Badge>
  )
}
