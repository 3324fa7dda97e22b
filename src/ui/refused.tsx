import { Page } from './page.tsx'
import { ErrorLine } from './states.tsx'

/** A page that this person may not see. It has the page's own title, so that they know what was refused, and why. */
export function Refused({ title, message }: { title: string; message: string }) {
  return (
    <Page title={title} width="text">
      <ErrorLine message={message} />
    </Page>
  )
}
