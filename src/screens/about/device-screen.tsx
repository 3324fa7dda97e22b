import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { everybody } from '../../db/aside.ts'
import { isSamePerson, type Person } from '../../db/directory.ts'
import { appleName, isAppleTab, isInstalled } from '../../parts/apple.ts'
import { CannotSend, useCanSend } from '../../parts/cannot-send.tsx'
import { InstallSteps } from '../../parts/install-steps.tsx'
import { noOpeningText, openingText, useOfflineOpening } from '../../parts/offline-opening.ts'
import { keptText, roomText, useStorage } from '../../parts/storage.ts'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { roleText } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import { appVersion } from '../../rules/version.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import type { SyncStatus } from '../../sync/schedule/status.ts'
import type { Engine } from '../../sync/session/presence.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading, Note } from '../../ui/states.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { type Holdings, useBook, useHoldings } from './device-facts.ts'
import { ForSupport } from './for-support.tsx'
import { RemindersChoice } from './reminders-choice.tsx'

/** What this device is, what it stores and what it last did; the office asks for it if something is wrong. */
export function DeviceScreen() {
  const engine = useEngine()
  const status = useSyncStatus()
  const holdings = useHoldings()
  const book = useBook()
  const storage = useStorage(null)
  const zone = useZone()
  const opening = useOfflineOpening()
  const canSend = useCanSend()
  const [isTab] = useState(isAppleTab)
  if (!holdings || !book || !storage) return <Loading />
  return (
    <Page title="This device" meta={<span>CodeSoft {appVersion}</span>}>
      {engine.lost > 0 && (
        <Note tone="red">
          This device's storage was cleared while {plural(engine.lost, 'change')} had not been sent. They must be
          entered again.
        </Note>
      )}
      {!canSend && <CannotSend />}
      {opening === 'no' && <Note tone="yellow">{noOpeningText}</Note>}
      <ConnectionSection engine={engine} status={status} canSend={canSend} zone={zone} />
      <DeviceSection holdings={holdings} book={book} storage={storage} opening={opening} isTab={isTab} zone={zone} />
      {isTab && (
        <Section title={`Install on this ${appleName()}`}>
          <InstallSteps />
        </Section>
      )}
      <Section title="Reminders">
        <RemindersChoice />
      </Section>
      <Section title="What this device keeps">
        <DeviceChoices />
      </Section>
      <Section title="People on this device">
        <People engine={engine} />
      </Section>
      <ForSupport engine={engine} status={status} holdings={holdings} storage={roomText(storage)} />
      <p>
        <Link to="/about">About CodeSoft</Link>
      </p>
    </Page>
  )
}

interface ConnectionProps {
  engine: Engine
  status: SyncStatus
  canSend: boolean
  zone: string
}

function ConnectionSection({ engine, status, canSend, zone }: ConnectionProps) {
  return (
    <Section title="Connection and work">
      <Facts
        facts={{
          Connection: connections[status.connection],
          'Last sent': at(status.lastSentAt, zone) ?? 'Nothing yet',
          'Unsent work': (
            <Link to="/unsent">
              {plural(status.waiting + status.photosWaiting + status.needsYou, 'item')}
              {status.sealed > 0 && `, ${status.sealed} sealed`}
              {status.needsYou > 0 && `, ${plural(status.needsYou, 'needs you', 'need you')}`}
            </Link>
          ),
          'Sending is paused': pausedText(status, canSend),
          Town: engine.town.townName,
        }}
      />
    </Section>
  )
}

interface DeviceProps {
  holdings: Holdings
  book: NonNullable<ReturnType<typeof useBook>>
  storage: NonNullable<ReturnType<typeof useStorage>>
  opening: ReturnType<typeof useOfflineOpening>
  isTab: boolean
  zone: string
}

function DeviceSection({ holdings, book, storage, opening, isTab, zone }: DeviceProps) {
  return (
    <Section title="On this device">
      <Facts
        facts={{
          'Ready for the field': <Link to="/field">{holdings.field}</Link>,
          'Address book': `${plural(book.count, 'address', 'addresses')}${book.at > 0 ? `, fetched ${at(book.at, zone)}` : ''}`,
          Storage: roomText(storage),
          'Kept when space is short': keptText(storage.isKept, isTab),
          'Opens without signal': openingText[opening],
          Installed: isInstalled() ? 'Yes' : 'No: this is a browser tab',
        }}
      />
    </Section>
  )
}

const at = (moment: number | null, zone: string): string | null =>
  moment === null ? null : dateTimeText(new Date(moment), zone)

const connections: Record<SyncStatus['connection'], string> = {
  online: 'Online',
  noSignal: 'No signal',
  serverDown: 'Server not answering',
  unknown: 'Not known yet',
}

const pauses: Record<NonNullable<SyncStatus['paused']>, string> = {
  signIn: 'Until you sign in',
  storage: 'Until there is free space',
}

const pausedText = ({ paused }: SyncStatus, canSend: boolean): string => {
  if (!canSend) return 'Until the browser is updated'
  return paused === null ? 'No' : pauses[paused]
}

function People({ engine }: { engine: Engine }) {
  const { directory, person } = engine
  const user = useUser()
  const people = useLive(() => everybody(directory), [directory])
  if (!people) return <Loading />
  const isHere = (it: Person) => isSamePerson(it, person)
  return (
    <ul>
      {people.map((it) => (
        <li key={`${it.townId}/${it.userId}`}>
          {it.profile.email} ({roleText(isHere(it) ? user.role : it.profile.role)})
          {isHere(it) ? ', at the device now' : ', signed out; their unsent work stays theirs'}
        </li>
      ))}
    </ul>
  )
}
