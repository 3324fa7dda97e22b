import { Link } from '@tanstack/react-router'
import { appVersion } from '../../rules/version.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { Page } from '../../ui/page.tsx'

/** A few words about the app; the specification asks for text only (ST-05). */
export function AboutScreen() {
  const { town } = useEngine()
  // A town without a name of its own shows the product's name.
  const hasName = town.townName !== 'CodeSoft'
  return (
    <Page title="About" width="text" meta={<span>Version {appVersion}</span>}>
      <p>
        CodeSoft keeps the code enforcement records of {hasName ? town.townName : 'the town'}: addresses and their
        units, inspections, violations, citations, complaints, licenses and permits.
      </p>
      <p>
        Inspections work without signal. What is saved stands on this device first and is sent to the office when there
        is signal; nothing is lost and nothing is sent twice.
      </p>
      <p>
        <Link to="/device">What this device holds, and its diagnostics</Link>
      </p>
      <p>
        <Link to="/software">Software of others in this app, and its licenses</Link>
      </p>
    </Page>
  )
}
