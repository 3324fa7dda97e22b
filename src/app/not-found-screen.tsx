import { Link, Navigate, useLocation } from '@tanstack/react-router'
import { ButtonLook } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** For a URL that is no screen. URLs are lower-case; other spellings are found too (C-10). */
export function NotFoundScreen() {
  const { pathname } = useLocation()
  const lower = pathname.toLowerCase()
  if (lower !== pathname) return <Navigate to={lower} replace />
  return (
    <Page title="Nothing here" width="text">
      <p>
        There is no page at <b>{pathname}</b>. Nothing was lost.
      </p>
      <p>
        <ButtonLook kind="main" asChild>
          <Link to="/">Go to the dashboard</Link>
        </ButtonLook>
      </p>
    </Page>
  )
}
