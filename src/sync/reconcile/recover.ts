import { commands } from '../../records/index.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import { eachEntry } from '../entry/each-entry.ts'
import type { Drain } from '../entry/flight.ts'
import { recordInFlight } from '../entry/in-flight-rows.ts'
import { note } from '../entry/journal.ts'
import { fenced } from '../entry/lease-fence.ts'
import { rebuild } from '../entry/rebuild.ts'
import { repeatable } from '../entry/repeatable.ts'

/**
 * Entries that a killed runner left in `sending` wait again if a repeat is safe. Otherwise they are in doubt from now
 * on, because nobody knows when the last byte left. Held entries wait again if this version of the app knows their
 * command.
 */
export async function recover({ device, epoch }: Drain): Promise<void> {
  await fenced(device, epoch, 'all', async (device) => {
    const { db } = device
    for (const entry of await db.outbox.where('state').equals('sending').toArray()) {
      const state = repeatable(entry) ? 'waiting' : 'inDoubt'
      await db.outbox.update(entry.seq, { state, ...(await unknownSince(device)) })
      await recordInFlight(device, entry)
      await note(db, device.now(), 'recovered', { key: entry.key, state })
    }
    for (const entry of await db.outbox.where('state').equals('held').toArray()) {
      if (entry.problem?.kind === 'damaged' || commands.get(entry.command)?.version !== entry.version) continue
      await db.outbox.update(entry.seq, { state: 'waiting', problem: null })
      // While its command was unknown, the entry was not applied to its row.
      for (const name of entry.touches) await rebuild(db, name)
    }
  })
}

/** Clears the waits of single entries. In a long outbox few entries have one, and only these are written. */
export async function passOverWaits({ device, epoch }: Drain): Promise<void> {
  const { db } = device
  const waits: number[] = []
  await eachEntry(db, (it) => {
    if ((it.state === 'waiting' || it.state === 'inDoubt') && it.nextAt > device.now()) waits.push(it.seq)
  })
  if (waits.length > 0)
    await fenced(device, epoch, ['outbox'], ({ db }) => db.outbox.where('seq').anyOf(waits).modify({ nextAt: 0 }))
}
