import { chakra } from '@chakra-ui/react/styled-system'
import { Controller } from 'react-hook-form'
import type { PhotoRow } from '../../db/photos.ts'
import { CameraButton } from '../../parts/camera-button.tsx'
import { NearAddresses } from '../../parts/near-addresses.tsx'
import { FilesNotTaken, useSmallPicture } from '../../parts/photo-intake.tsx'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { useZone } from '../../parts/use-now.ts'
import { useViolationDraft } from '../../parts/violation-draft.ts'
import { ViolationForm } from '../../parts/violation-form.tsx'
import { dateTimeText } from '../../rules/date-text.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { mayWrite } from '../../rules/permissions.ts'
import type { Point } from '../../rules/point.ts'
import { plural } from '../../rules/text.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField, SelectField, TextAreaField } from '../../ui/fields.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Segments } from '../../ui/segments.ts'
import { Stack } from '../../ui/stack.ts'
import { Empty, Note } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { useUrlState } from '../../ui/url-state.ts'
import { type Filing, newViolation, useFiling } from './filing.ts'
import { targetsAt } from './targets.ts'
import { useShared } from './use-shared.ts'

const Photos = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
    gap: 2,
    paddingBlock: 2,
    '& > li': { border: 'var(--hairline) solid var(--line)', borderRadius: 'md', overflow: 'hidden', minWidth: 0 },
    '& > li > div:first-of-type': {
      position: 'relative',
      aspectRatio: '4 / 3',
      display: 'grid',
      placeItems: 'center',
      background: 'bg.muted',
      color: 'fg.muted',
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
    '& > li > div:first-of-type > p': { padding: 2, fontSize: 'sm', lineHeight: 1.25, overflowWrap: 'anywhere' },
    '& > li > div:last-of-type': { display: 'flex', alignItems: 'center', paddingInlineStart: 1 },
    // Two fit in a row on a phone, and dates must not be broken.
    '& > li > div:last-of-type > label': {
      flex: 1,
      minWidth: 0,
      gap: 1,
      fontSize: 'sm',
      lineHeight: 1.25,
      overflowWrap: 'break-word',
    },
    '& > li > div:last-of-type > button': { marginInlineStart: '-12px' },
  },
})

/** Pictures that were shared with the app or taken in a hurry are filed here later. */
export function InboxScreen() {
  if (mayWrite(useUser().role)) return <Inbox />
  return (
    <Page title="Photos to file">
      <Empty>Guests cannot file photos.</Empty>
    </Page>
  )
}

function Inbox() {
  const filing = useFiling()
  const [camera, setCamera] = useUrlState('camera')
  const [hasFailed] = useUrlState('failed')
  const { intake } = filing
  const isDesk = useIsDesk()
  useShared()
  return (
    <Page title="Photos to file" width="text">
      {hasFailed && (
        <Note tone="red" role="alert">
          This {deviceWord} could not store what was shared; it may be full. The pictures are still in the app they came
          from.
        </Note>
      )}
      <Section title="Photos" count={intake.photos.length}>
        <FileChooser label="Photos" isCompact={!isDesk} onPick={intake.take}>
          <CameraButton intake={intake} opens={camera === '1'} onDone={() => setCamera('')} />
        </FileChooser>
        <FilesNotTaken intake={intake} />
        {intake.photos.length === 0 && (
          <Empty>Nothing is waiting here. Share pictures to CodeSoft, or take some.</Empty>
        )}
        <Photos aria-label="Photos to file">
          {intake.photos.map((it) => (
            <InboxPhoto key={it.id} photo={it} filing={filing} />
          ))}
        </Photos>
      </Section>
      {intake.photos.length > 0 && <FileThem filing={filing} />}
    </Page>
  )
}

function InboxPhoto({ photo, filing: { form, intake } }: { photo: PhotoRow; filing: Filing }) {
  const { picture, note } = useSmallPicture(photo)
  const zone = useZone()
  const left = form.watch('left')
  const others = left.filter((it) => it !== photo.id)
  return (
    <li>
      <div>
        {picture}
        {note && <p>{note}</p>}
      </div>
      <div>
        <CheckField
          label={dateTimeText(photo.facts.taken_at ?? new Date(photo.takenInAt), zone)}
          checked={!left.includes(photo.id)}
          onChange={(event) => form.setValue('left', event.target.checked ? others : [...others, photo.id])}
        />
        <IconButton icon="trash" label={`Remove ${photo.name}`} onClick={() => void intake.remove(photo.id)} />
      </div>
    </li>
  )
}

/**
 * Where the chosen photos belong: an address, and there a comment, an area being inspected, an open violation or a new
 * one.
 */
function FileThem({ filing }: { filing: Filing }) {
  const { form, chosen, isFiling, file } = filing
  const { address, kind, target } = form.watch()
  const { errors } = form.formState
  const place = placeOf(chosen)
  return (
    <Section title="File them">
      <Stack>
        <Controller
          control={form.control}
          name="address"
          render={({ field }) => (
            <div>
              <AddressPicker
                label="Address"
                required
                value={field.value}
                onChange={(line) => {
                  form.clearErrors('address')
                  form.setValue('target', '')
                  field.onChange(line)
                }}
                {...(errors.address?.message ? { problem: errors.address.message } : {})}
              />
              {!field.value && place && (
                <>
                  <p>Near where they were taken:</p>
                  <NearAddresses from={place} onChoose={field.onChange} />
                </>
              )}
            </div>
          )}
        />
        {address && (
          <>
            <Segments role="group" aria-label="File as">
              {kinds.map(([value, words]) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={kind === value}
                  onClick={() => {
                    form.setValue('kind', value)
                    form.setValue('target', '')
                    form.clearErrors()
                  }}
                >
                  {words}
                </button>
              ))}
            </Segments>
            <Target filing={filing} addressId={address.id} />
            {kind === 'violation' && target === newViolation && (
              <NewViolation key={address.id} filing={filing} address={address} />
            )}
            {kind !== 'violation' && (
              <TextAreaField
                label={kind === 'comment' ? 'Comment' : 'Observation'}
                rows={2}
                {...(errors.words?.message ? { problem: errors.words.message } : {})}
                {...form.register('words')}
              />
            )}
            {target !== newViolation && (
              <Button kind="main" icon="check" disabled={isFiling || chosen.length === 0} onClick={() => void file()}>
                File {plural(chosen.length, 'photo')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}

const kinds = [
  ['comment', 'Comment'],
  ['observation', 'Observation'],
  ['violation', 'Violation'],
] as const

/** The area or the violation. */
function Target({ filing: { form }, addressId }: { filing: Filing; addressId: number }) {
  const kind = form.watch('kind')
  const zone = useZone()
  const found = useLive((db) => targetsAt(db, addressId, zone), [addressId, zone])
  if (kind === 'comment' || !found) return null
  if (kind === 'observation' && found.areas.length === 0)
    return <Empty>No inspection with an area is open here on this device. Begin one, or file them as a comment.</Empty>
  const targets =
    kind === 'observation' ? found.areas : [...found.violations, { id: newViolation, words: 'A new violation' }]
  const problem = form.formState.errors.target?.message
  return (
    <SelectField
      label={kind === 'observation' ? 'Area' : 'Which violation'}
      blank="Choose"
      choices={targets.map((it) => [String(it.id), it.words] as const)}
      {...(problem ? { problem } : {})}
      {...form.register('target')}
    />
  )
}

/** The form of a new violation at the address, with the chosen photos as attachments. */
function NewViolation({ filing, address }: { filing: Filing; address: AddressLine }) {
  const draft = useViolationDraft({
    draft: `violation/inbox:${address.id}`,
    lockedTo: address,
    chosen: filing.chosenIntake,
    onCreated: () => filing.blank(),
  })
  return <ViolationForm draft={draft} title="New Violation" />
}

/** The place of the first photo that has one. */
function placeOf(photos: readonly PhotoRow[]): Point | undefined {
  for (const { facts } of photos) {
    const { lat, lng } = facts
    if (typeof lat === 'number' && typeof lng === 'number') return { latitude: lat, longitude: lng }
  }
  return undefined
}
