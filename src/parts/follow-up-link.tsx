import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../contract/id.ts'
import { mayWrite } from '../rules/permissions.ts'
import { useUser } from '../sync/react/live.ts'
import { ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** A link to the follow-up of an address, for those who may write. */
export function FollowUpLink({ addressId, children = 'Follow up' }: { addressId: Id; children?: ReactNode }) {
  if (!mayWrite(useUser().role)) return null
  return (
    <ButtonLook asChild>
      <Link to="/address/$addressId/follow-up" params={{ addressId: String(addressId) }}>
        <Icon name="check" />
        {children}
      </Link>
    </ButtonLook>
  )
}
