import type { OutboxEntry } from '../../db/outbox.ts'
import { plural } from '../../rules/text.ts'
import type { Device } from '../../sync/device/device.ts'
import { dependentsOf, discard } from '../../sync/reconcile/resolve-entry.ts'
import { confirm } from '../../ui/confirm.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { describe } from './describe.ts'

/** More than this are only counted in the question. */
const namedAtMost = 8

/** Asks before unsent work is discarded, naming everything that is discarded with it, and discards it on yes. */
export async function askAndDiscard(device: Device, entry: OutboxEntry, words: string): Promise<void> {
  const hanging = await dependentsOf(device, entry)
  const own = entry.files?.length ?? 0
  const photos = own + hanging.filter((it) => it.photo !== null).length
  const commands = hanging.filter((it) => it.photo === null)
  const named = await Promise.all(commands.slice(0, namedAtMost).map((it) => describe(device.db, it)))
  const isYes = await confirm({
    title: 'Discard unsent work?',
    text: (
      <>
        <p>
          “{words}” has not reached the office. It will be gone from this {deviceWord} and cannot be brought back.
        </p>
        {hanging.length + own > 0 && (
          <>
            <p>This goes with it:</p>
            <ul>
              {named.map((it, at) => (
                <li key={commands[at]?.key}>{it.words}</li>
              ))}
              {commands.length > namedAtMost && <li>and {plural(commands.length - namedAtMost, 'more change')}</li>}
              {photos > 0 && <li>{plural(photos, 'photo')}</li>}
            </ul>
          </>
        )}
      </>
    ),
    yes: hanging.length > 0 ? `Discard all ${hanging.length + 1}` : 'Discard',
    no: 'Keep',
    isDanger: true,
  })
  if (!isYes) return
  if (await discard(device, entry.key)) tell('Discarded')
  else tellFailure('Not discarded: it has been sent meanwhile.')
}
