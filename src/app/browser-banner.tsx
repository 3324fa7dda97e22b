import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { cannotSendText, useCanSend } from '../parts/cannot-send.tsx'
import { noOpeningText, useOfflineOpening } from '../parts/offline-opening.ts'
import { recall, remember } from '../sync/device/local-storage.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from './banner.tsx'

/** What this browser lacks, what still works without it, and what to do. */
export function BrowserBanner() {
  const canSend = useCanSend()
  const opening = useOfflineOpening()
  const [isRead, setRead] = useState(() => recall('no-opening') === 'read')
  const { pathname } = useLocation()
  // Shown as long as it is true, because nobody must believe that their work arrives. Unsent work shows a longer
  // message itself.
  if (!canSend && pathname === '/unsent') return null
  if (!canSend) {
    return (
      <Banner tone="red" text={cannotSendText}>
        <Link to="/unsent">What to do</Link>
      </Banner>
    )
  }
  if (opening !== 'no' || isRead) return null
  const read = () => {
    remember('no-opening', 'read')
    setRead(true)
  }
  return (
    <Banner tone="red" text={noOpeningText}>
      <Button onClick={read}>I have read this</Button>
    </Banner>
  )
}
