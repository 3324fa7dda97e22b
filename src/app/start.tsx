import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { townZone } from '../rules/dates.ts'
import { hadNoRoom } from '../sync/capture/make-room.ts'
import { Session } from '../sync/session/session.ts'
import { App } from './app.tsx'
import { keepFrames } from './frames.ts'
import { startInstallOffer } from './install.ts'
import { isCutOff, startLeaving } from './leaving.ts'
import { startLook } from './look.ts'
import { takeOver } from './takeover.ts'
import { startUpdates } from './updates.ts'

/** Starts the app on its page. */
export function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  // The first screen's code is on its way while the device is still asked who is here. If it fails, the route says so.
  if (location.pathname === '/') import('../screens/dashboard/dashboard-screen.tsx').catch(() => undefined)
  startLook()
  startLeaving()
  startInstallOffer()
  const session = new Session()
  // An uncaught error reaches the console and the error listeners of the page; nothing is swallowed. That a write found
  // no room is no bug: the banner of a full phone tells it.
  session.onBug = (error) => {
    if (!hadNoRoom(error) && !isCutOff(error)) reportError(error)
  }
  session.open().catch(session.onBug)
  createRoot(root).render(
    <StrictMode>
      <App session={session} />
    </StrictMode>,
  )
  takeOver(root)
  keepFrames(root, () => (session.presence.state === 'in' ? session.presence.engine.town.timeZone : townZone))
  startUpdates().catch(session.onBug)
}
