import { possibleDuplicateText } from '../acknowledge/possible-duplicates.ts'
import { type Settled, settle } from '../acknowledge/settle.ts'
import type { Flight } from '../entry/flight.ts'
import { fenced } from '../entry/lease-fence.ts'
import { planDuplicateCheck } from './duplicate-check.ts'

/** Confirms a file that its owner's list names, and reports a second copy. False when the list does not name it. */
export async function confirmIfListed(flight: Flight, photoId: string, listed: readonly string[]): Promise<boolean> {
  const copies = listed.filter((it) => it.includes(photoId))
  if (copies.length === 0) return false
  await confirmEntry(flight, null, 'found', copies.length > 1 ? { note: possibleDuplicateText } : {})
  return true
}

/** The server has the entry: takes it out of the outbox in one transaction. */
export async function confirmEntry(
  flight: Flight,
  saved: unknown,
  how: Settled['how'],
  more: Pick<Settled, 'note' | 'lost'> = {},
): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  await fenced(device, drain.epoch, 'all', async (device) => {
    // The user may have discarded it meanwhile. The next pull then shows what the server made.
    const now = await device.db.outbox.get(entry.seq)
    if (!now) return
    // The answer shows that keys are no longer kept, so this sending may have made a second record.
    const isUnseen = how === 'answer' && command.endpoint.repeat === 'make'
    const mayBeSecond = isUnseen && flight.keyGone && entry.attempts > 1
    const second = mayBeSecond ? { note: possibleDuplicateText } : {}
    // Without an echo of its key, the answer does not prove that the server keeps the key.
    const sent = flight.keyGone ? { ...now, keyed: false } : now
    await settle(device, [{ entry: sent, command, asked, saved, how, ...second, ...more }])
    if (how === 'answer') await planDuplicateCheck(device, flight)
    await device.db.meta.bulkPut([
      { name: 'troubles', value: 0 },
      { name: 'believed', value: false },
      { name: 'connection', value: 'online' },
    ])
  })
  drain.sent++
  drain.failed = 0
}
