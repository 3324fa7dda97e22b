import { may } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react.ts'
import { Page } from '../../ui/page.tsx'

/** Who may add addresses, and how they come in. Others than Admin see nothing here (VA-06, C-21). */
export function NewAddressScreen() {
  const user = useUser()
  if (!may(user.role, 'addAddresses')) return null
  return (
    <Page title="Add New Address" width="text">
      <p>
        Addresses come in from the town's own file, all at once: <code>npm run import -- addresses FILE.csv</code> on
        the server. A line that stands already is brought up to date, and every line that cannot be read is told by its
        number.
      </p>
      <p>Devices fetch the new addresses with their next “Prepare for the field”.</p>
    </Page>
  )
}
