import { renderToStaticMarkup } from 'react-dom/server'
import { deviceKinds } from '../rules/device-name.ts'
import { failureWords } from '../screens/sign-in/failure-words.ts'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { SessionContext } from '../sync/react/engine.ts'
import { Session } from '../sync/session/session.ts'
import { Note } from '../ui/states.tsx'

/** What the page's own script may have to say, by the kind of failure. The server's words follow in the last. */
const said = {
  wrong: failureWords({ kind: 'wrong' }),
  noSignal: failureWords({ kind: 'noSignal' }),
  failed: failureWords({ kind: 'failed', detail: '' }),
}

/**
 * The sign-in screen as HTML, made when the app is built: the page shows it to who is not signed in before any module
 * of the app is there, and signs in with it (first-frame.js). Beside it stand the words for failures, and how devices
 * are named.
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
