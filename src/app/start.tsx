import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { isDueToLostConnection } from '../db/connection-lost.ts'
import { hadNoRoom } from '../db/storage-error.ts'
import { townZone } from '../rules/dates.ts'
import { beginStart, started } from '../sync/device/start.ts'
import { Session } from '../sync/session/session.ts'
import { App, signInCode } from './app.tsx'
import { startInstallOffer } from './install.ts'
import { isCutOff, startLeaving } from './leaving.ts'
import { startLook } from './look.ts'
import { router } from './routes.tsx'
import { takeOver } from './takeover.ts'

/**
 * The app shows that it is opening after this long (ms), if the device or the network is slow. A frame on the page
 * already shows the screen, and rendering "Loading" behind it makes a slow phone slower.
 */
const patienceMs = () => (window.codesoftFirstFrame ? 2_000 : 600)

/** Starts the app on its page. */
export function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  startLook()
  startLeaving()
  startInstallOffer()
  beginStart(flushSync)
  const session = new Session()
  // Uncaught errors reach the console and the page's error listeners; nothing is swallowed. A full device and a lost
  // storage are no bugs: their banners say so.
  session.onBug = (error) => {
    if (hadNoRoom(error) || isCutOff(error)) return
    void isDueToLostConnection(error).then((isDue) => isDue || reportError(error))
  }
  const show = () => {
    // At once, so that the screen's reads have begun when it is looked at.
    flushSync(() =>
      createRoot(root).render(
        <StrictMode>
          <App session={session} />
        </StrictMode>,
      ),
    )
    takeOver(root, isReady)
  }
  // Rendered once, together with the screen: a few reads tell who is signed in, and the screen's code is on this
  // device.
  const isOpen = session.open().then(() => (session.presence.state === 'signedOut' ? signInCode() : null))
  const database = async () => {
    await isOpen
    return session.presence.state === 'in' ? session.presence.engine.device.db : undefined
  }
  router.update({ ...router.options, context: { database } })
  const isReady = Promise.all([isOpen.catch(session.onBug), router.load()])
  const isLate = new Promise((resolve) => setTimeout(resolve, patienceMs()))
  Promise.race([isReady, isLate]).then(show).catch(session.onBug)
  const zone = () => (session.presence.state === 'in' ? session.presence.engine.town.timeZone : townZone)
  started()
    .then(async () => {
      await import('./after-start.ts')
      const { watchForLostStorage } = await import('./storage-lost.ts')
      watchForLostStorage()
      const { keepFrames } = await import('./frames.ts')
      keepFrames(root, zone)
      const { prefetchNext } = await import('./prefetch.ts')
      prefetchNext(router)
      const { startUpdates } = await import('./updates.ts')
      await startUpdates()
    })
    .catch(session.onBug)
}
