import { renderToStaticMarkup } from 'react-dom/server'
import { deviceKinds } from '../rules/device-name.ts'
import { failureWords } from '../screens/sign-in/failure-words.ts'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { SessionContext } from '../sync/react/engine.ts'
import { Session } from '../sync/session/session.ts'
import { Note } from '../ui/states.tsx'

/**
 * The messages that the page's small script may show, by the kind of failure. The server's text follows in the last
 * one.
 */
const said = {
  wrong: failureWords({ kind: 'wrong' }),
  noSignal: failureWords({ kind: 'noSignal' }),
  failed: failureWords({ kind: 'failed', detail: '' }),
}

/**
 * The sign-in screen as HTML, made when the app is built. The page shows it to a signed-out person before any module
 * of the app is loaded, and signs in with it (first-frame.js). The failure messages and the rules for device names are
 * included.
 */
export const signInMarkup = (): string =>
  renderToStaticMarkup(
    <>
      <SessionContext value={new Session()}>
        <SignInScreen />
      </SessionContext>
      {Object.entries(said).map(([kind, words]) => (
        <div key={kind} hidden data-said={kind}>
          <Note tone="red">{words}</Note>
        </div>
      ))}
      <div hidden data-kinds={JSON.stringify(deviceKinds.map(([pattern, kind]) => [pattern.source, kind]))} />
    </>,
  )
