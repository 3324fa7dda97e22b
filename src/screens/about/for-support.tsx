import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { roleText } from '../../rules/permissions.ts'
import { appVersion } from '../../rules/version.ts'
import { wholeOutbox } from '../../sync/entry/each-entry.ts'
import { useUser } from '../../sync/react/live.ts'
import type { SyncStatus } from '../../sync/schedule/status.ts'
import type { Engine } from '../../sync/session/presence.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'
import { Loading } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { type Holdings, journalToCopy, useJournal } from './device-facts.ts'
import { diagnosticsText, journalText } from './diagnostics-text.ts'

interface Props {
  engine: Engine
  status: SyncStatus
  holdings: Holdings
  /** How much room this device has, in words. */
  storage: string
}

/** For support staff only: a text to copy, how the server keeps calls, rows by table, the journal. */
export function ForSupport(props: Props) {
  return (
    <Section title="For support" starts="hidden">
      <Stack>
        <p>The person who helps you may ask for this.</p>
        <div>
          <CopyDiagnostics {...props} />
        </div>
        <Facts facts={{ Server: serverText(props.engine.device) }} />
        <h3>Rows by table</h3>
        <Facts facts={Object.fromEntries(props.holdings.counts)} />
        <h3>Journal</h3>
        <Journal />
      </Stack>
    </Section>
  )
}

const serverText = ({ keyed, upstream }: Engine['device']): string => {
  if (keyed === null) return 'Not asked yet'
  if (keyed && upstream !== null) return 'Keeps keys in front of another server: nothing is stored twice'
  return keyed ? 'Keeps keys: nothing is stored twice' : 'Documented calls only: sent with care'
}

const Lines = chakra('pre', {
  base: {
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxHeight: '24rem',
    overflowY: 'auto',
    padding: 3,
    background: 'bg.subtle',
    borderRadius: 'md',
  },
})

function Journal() {
  const lines = useJournal()
  if (!lines) return <Loading />
  return (
    // A region that scrolls must be reachable by keyboard.
    <Lines tabIndex={0} aria-label="The newest lines of the journal">
      {lines.map(journalText).join('\n') || 'Nothing yet'}
    </Lines>
  )
}

function CopyDiagnostics({ engine, status, holdings, storage }: Props) {
  const { device, person } = engine
  const user = useUser()
  const [text, setText] = useState<string | null>(null)
  const copy = async () => {
    const facts = diagnosticsText({
      version: appVersion,
      userId: person.userId,
      role: roleText(user.role),
      page: {
        Time: new Date(device.now()).toISOString(),
        Browser: navigator.userAgent,
        Screen: `${innerWidth} x ${innerHeight}`,
        Standalone: String(matchMedia('(display-mode: standalone)').matches),
      },
      connection: status.connection,
      paused: status.paused,
      server: device.keyed === null ? 'not asked' : device.keyed ? 'keyed' : 'documented',
      storage,
      counts: holdings.counts,
      entries: await wholeOutbox(device.db),
      journal: await journalToCopy(device.db),
    })
    try {
      await navigator.clipboard.writeText(facts)
      tell('Diagnostics copied')
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // The browser forbids copying: the text is shown to be selected.
      setText(facts)
      tellFailure('This browser does not allow copying. Select the text and copy it by hand.')
    }
  }
  return (
    <>
      <Button icon="file" onClick={() => void copy()}>
        Copy diagnostics
      </Button>
      {text && (
        <Dialog title="Diagnostics" onClose={() => setText(null)}>
          <Lines tabIndex={0}>{text}</Lines>
        </Dialog>
      )}
    </>
  )
}
