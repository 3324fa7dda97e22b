import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Service } from '../../contract/service.ts'
import type { Violation } from '../../contract/violation.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { listed } from '../../parts/listed.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { useKnownServices } from '../../parts/use-known-services.ts'
import { useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { voidService } from '../../records/service.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { newestSeenFirst } from '../../rules/list-order.ts'
import { feetText } from '../../rules/original-text.ts'
import { personName } from '../../rules/person.ts'
import { serviceWords } from '../../rules/service.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { AboveList } from './violation-look.ts'

const ServiceForm = fetched(() => import('./service-form.tsx').then((it) => it.ServiceForm), <Loading />)

const Records = chakra('ul', {
  base: {
    maxWidth: '48rem',
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      gap: 2,
      paddingBlock: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& .by': { color: 'fg.muted', fontSize: 'sm' },
    '& .text': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& img.signature': { width: '14rem', maxWidth: '100%', background: '#fff', borderRadius: 'md' },
    '& [data-voided] > strong': { textDecoration: 'line-through' },
  },
})

interface Props {
  violation: Violation
  canWrite: boolean
}

/** How the notice was served, newest first: a permanent part of the case. */
export function ViolationServices({ violation, canWrite }: Props) {
  const { id: violationId } = violation
  const takesOurs = useTakesOurs()
  const services = useKnownServices(violation)
  const [isAdding, setAdding] = useState(false)
  // On a server without these records, comments say how a notice was served.
  if (takesOurs === false) return null
  const { rows, problem, unheld } = listed(
    services,
    'Failed to fetch records of service',
    violationId < 0,
    'records of service',
  )
  const shown = rows && newestSeenFirst(rows)
  return (
    <Section
      title="Service"
      {...(shown && shown.length > 0 && !unheld ? { count: shown.length } : {})}
      actions={
        canWrite && (
          <Button icon="plus" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            Record Service
          </Button>
        )
      }
    >
      {isAdding && (
        <AboveList>
          <ServiceForm violationId={violationId} onDone={() => setAdding(false)} />
        </AboveList>
      )}
      {problem && <ErrorLine message={problem} />}
      {!shown && !problem && <Loading />}
      {shown && shown.length > 0 && (
        <Records aria-label="Records of service">
          {shown.map((it) => (
            <li key={it.id} data-voided={it.voided_at ? '' : undefined}>
              <OneService service={it} canWrite={canWrite} />
            </li>
          ))}
        </Records>
      )}
      {shown && !problem && (unheld || shown.length === 0) && (
        <Empty>{unheld ?? 'The notice has not been served yet.'}</Empty>
      )}
    </Section>
  )
}

function OneService({ service, canWrite }: { service: Service; canWrite: boolean }) {
  const { id, note, signature, photos, user, voided_at, void_reason } = service
  const zone = useZone()
  const [isVoiding, setVoiding] = useState(false)
  const words = serviceWords(service)
  return (
    <>
      <strong>Served: {words}</strong>
      <span className="by">
        {dateTimeText(writtenAt(service), zone)} by {personName(user)}
        {whereWords(service)}
      </span>
      {voided_at && (
        <span>
          Voided {dateTimeText(voided_at, zone)}: {void_reason}
        </span>
      )}
      {note !== '' && <p className="text">{note}</p>}
      {signature && <img className="signature" src={signature} alt={`Signature: ${words}`} />}
      <PhotoWall type="service" id={id} photos={photos ?? []} of="the service" empty={null} />
      <EntryStateLine type="service" id={id} failure="Failed to record the service" />
      {canWrite && !voided_at && (
        <Button kind="quiet" data-flush="" onClick={() => setVoiding(true)}>
          Void<span className="unseen"> this record of service</span>
        </Button>
      )}
      {isVoiding && <VoidDialog id={id} onClose={() => setVoiding(false)} />}
    </>
  )
}

const whereWords = ({ lat, lng, accuracy }: Service): string =>
  typeof lat === 'number' && typeof lng === 'number'
    ? `, at ${lat.toFixed(5)}, ${lng.toFixed(5)}${typeof accuracy === 'number' ? ` (within ${feetText(accuracy)})` : ''}`
    : ''

/** A mistaken record stays, with the reason why it does not count. */
function VoidDialog({ id, onClose }: { id: Id; onClose: () => void }) {
  const perform = usePerform()
  const form = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    if (reason.trim() === '') return setProblem('Enter the reason')
    const done = await saved(() => perform(voidService, { serviceId: id }, { reason: reason.trim() }))
    if (done === null) return
    tellSaved('Service voided')
    onClose()
  }
  return (
    <Dialog
      title="Void this record?"
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind="danger">
          Void Record
        </Button>
      }
    >
      <p>It stays with the case, marked as void, with your reason. It cannot be taken back.</p>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Reason"
          autoComplete="off"
          value={reason}
          problem={problem}
          onChange={(event) => {
            setReason(event.target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
