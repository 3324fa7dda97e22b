import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startInstallOffer } from './app/install.ts'
import { isCutOff, startLeaving } from './app/leaving.ts'
import { startLook } from './app/look.ts'
import { startUpdates } from './app/updates.ts'
import { hadNoRoom } from './sync/capture/make-room.ts'
import { Session } from './sync/session/session.ts'

/** Where the check of the browser in index.html has said that the app cannot run, nothing may paint over its words. */
if (!document.documentElement.hasAttribute('data-stopped')) start()

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  // The first screen's code is on its way while the device is still asked who is here. If it fails, the route says so.
  if (location.pathname === '/') import('./screens/dashboard/dashboard-screen.tsx').catch(() => undefined)
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
  startUpdates().catch(session.onBug)
}
