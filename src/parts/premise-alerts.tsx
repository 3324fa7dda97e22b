import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { alertKinds } from '../contract/alert.ts'
import type { Id } from '../contract/id.ts'
import { alertKindText, alertWords } from '../rules/alerts.ts'
import { mayWrite } from '../rules/permissions.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOneAtATime } from '../ui/one-at-a-time.ts'
import { Note } from '../ui/states.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { tell } from '../ui/toast.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { type ShownAlert, useAlerts } from './use-alerts.ts'

const Band = chakra('section', {
  base: {
    borderRadius: 'md',
    background: 'yellow.quiet',
    borderInlineStart: '4px solid var(--yellow)',
    '& > ul > li + li': { borderTop: 'var(--hairline) solid var(--line)' },
    '& li > *': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      width: '100%',
      minHeight: 'tap',
      paddingInline: 3,
      paddingBlock: 1,
      textAlign: 'start',
      fontWeight: 'semibold',
    },
    '& li svg': { flex: 'none', color: 'yellow' },
    '& li span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& > p': { paddingInline: 3, paddingBottom: 2, color: 'fg.muted', fontSize: 'sm' },
  },
})

/** What people must know before they enter, on every page of the address; never on paper. */
export function PremiseAlerts({ addressId }: { addressId: Id }) {
  const { alerts, areHereOnly, change, draftOf } = useAlerts(addressId)
  const canWrite = mayWrite(useUser().role)
  // As it was when it was opened: the office's id may replace its local one meanwhile.
  const [open, setOpen] = useState<ShownAlert>()
  if (alerts.length === 0 && !open) return null
  return (
    <Band aria-label="Alerts" className="not-printed">
      <ul>
        {alerts.map((it) => (
          <li key={`${it.isHere} ${it.id} ${it.at}`}>
            {canWrite ? (
              <button type="button" aria-haspopup="dialog" onClick={() => setOpen(it)}>
                <Icon name="warning" />
                <span>{alertWords(it)}</span>
                <Icon name="next" size={16} />
              </button>
            ) : (
              <div>
                <Icon name="warning" />
                <span>{alertWords(it)}</span>
              </div>
            )}
          </li>
        ))}
      </ul>
      {areHereOnly && <p>On this {deviceWord} only</p>}
      {open && (
        <AlertDialog
          alert={open}
          draft={draftOf(open)}
          onChange={(it) => change({ ...open, ...it })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Band>
  )
}

const Kinds = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
    gap: 2,
    '& > button': { minHeight: 12 },
  },
})

/** Adds an alert with two taps: this button, and its kind. A text can be added afterwards. */
export function AddAlert({ addressId }: { addressId: Id }) {
  const { areHereOnly, add, change, draftOf } = useAlerts(addressId)
  const canWrite = mayWrite(useUser().role)
  const [isChoosing, setChoosing] = useState(false)
  const [made, setMade] = useState<ShownAlert>()
  const addOf = useOneAtATime(async (kind: ShownAlert['kind']) => {
    const added = await add(kind)
    if (!added) return
    tell(`Alert saved on this ${deviceWord}`)
    setChoosing(false)
    setMade(added)
  })
  if (!canWrite) return null
  return (
    <>
      <Button kind="quiet" data-flush="" icon="warning" onClick={() => setChoosing(true)}>
        Add alert
      </Button>
      {isChoosing && (
        <Dialog title="Add alert" onClose={() => setChoosing(false)}>
          {areHereOnly && (
            <Note tone="yellow">
              This town's server takes no alerts. It stays on this {deviceWord}: nobody else sees it.
            </Note>
          )}
          <Kinds>
            {alertKinds.map((kind) => (
              <Button key={kind} onClick={() => void addOf(kind)}>
                {alertKindText(kind)}
              </Button>
            ))}
          </Kinds>
        </Dialog>
      )}
      {made && (
        <AlertDialog
          isNew
          alert={made}
          draft={draftOf(made)}
          onChange={(it) => change({ ...made, ...it })}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}
