import { Page } from './page.tsx'
import { ErrorLine } from './states.tsx'

/** A page that this person may not see: under its own title, so that it is known which one was refused, and why. */
export function Refused({ title, message }: { title: string; message: string }) {
  return (
    <Page title={title} width="text">
      <ErrorLine message={message} />
    </Page>
  )
}
