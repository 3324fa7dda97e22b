import { renderToStaticMarkup } from 'react-dom/server'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { SessionContext } from '../sync/react/engine.ts'
import { Session } from '../sync/session/session.ts'

/**
 * The sign-in screen as HTML, made when the app is built: the page shows it to who is not signed in before any module
 * of the app is there (first-frame.js).
 */
export const signInMarkup = (): string =>
  renderToStaticMarkup(
    <SessionContext value={new Session()}>
      <SignInScreen />
    </SessionContext>,
  )
