import { databaseName } from '../../../src/db/database.ts'
import type { OutboxEntry, SentWork } from '../../../src/db/outbox.ts'
import { commands } from '../../../src/records/index.ts'
import { leaveUnsent } from '../../../src/sync/session/leave.ts'
import { type SealedCopy, sealedCopies } from '../../../src/sync/session/seal/pieces.ts'
import { seal } from '../../../src/sync/session/seal/seal.ts'
import { keepSealKey } from '../../../src/sync/session/seal/seal-key.ts'
import type { SealKey } from '../../../src/sync/session/seal/sealing.ts'
import { unseal } from '../../../src/sync/session/seal/unseal.ts'
import { signInAgain } from './sign-in.ts'
import type { Stage } from './stage.ts'
import type { Tab } from './tab.ts'
import { restock } from './town.ts'

/** The key of the simulated platform. No story guesses passwords; unit tests cover that. */
const key = { raw: new Uint8Array(32).fill(3).buffer } as unknown as CryptoKey
const wraps: SealKey['wraps'] = { password: null, town: { keyId: 'town', wrapped: new ArrayBuffer(8) } }

/** The most attempts that are killed. */
const kills = 2

/**
 * The user signs out and in again. Unsent work is sealed and opened; a kill may interrupt either. A documented server
 * seals nothing. Afterwards the same work waits, and at every moment it exists exactly once.
 */
export async function signOutAndBack(stage: Stage, a: number, b: number): Promise<void> {
  const { phone, userId } = stage
  const seals = stage.server.profile === 'keyed'
  const name = databaseName('town', userId)
  for (const tab of phone.living(userId)) tab.close()
  const waiting = () => JSON.stringify(phone.disk.rows<OutboxEntry>(name, 'outbox').map((it) => [it.seq, it.key]))
  const before = waiting()
  const copies = () =>
    phone.disk.rows<{ name: string; value: SealedCopy }>(name, 'meta').filter((it) => it.name.startsWith('sealed:'))
  const look = (when: string) => {
    const isPlain = waiting() === before
    const isSealed = copies().length === 1 && waiting() === '[]'
    if (before !== '[]' && isPlain === isSealed)
      stage.violations.push({ id: 'I16', says: `${when}: the work is ${isPlain ? 'there twice' : 'nowhere'}` })
  }
  const leave = async ({ db }: Tab) => {
    if (seals) await keepSealKey(db, { key, wraps })
    await leaveUnsent(db)
    if (seals) await seal(db, userId, 0)
  }
  const arrive = async ({ db }: Tab) => {
    for (const copy of await sealedCopies(db)) await unseal(db, copy, key, 0)
  }
  const sent = () => phone.disk.rows<SentWork>(name, 'sent')
  const knownBefore = sent()
  await until(stage, a, leave)
  look('signed out')
  await until(stage, b, arrive)
  look('signed in again')
  if (waiting() !== before) stage.violations.push({ id: 'I16', says: 'other work waits after a sign-out than before' })
  const known = new Set(sent().map((it) => it.key))
  const unsent = new Set(phone.disk.rows<OutboxEntry>(name, 'outbox').map((it) => it.key))
  for (const { key, madeId, entry } of knownBefore) {
    const type = commands.get(entry.command)?.makes
    if (type && !known.has(key)) stage.ledger.forgotten.set(`${name} ${type}:${madeId}`, unsent)
  }
  const tab = await stage.open()
  await stage.done(restock(tab, stage.server))
  await signInAgain(stage)
}

/** Repeats it until no kill interrupts it. */
async function until(stage: Stage, die: number, run: (tab: Tab) => Promise<unknown>): Promise<void> {
  for (let n = 0; n <= kills; n++) {
    const tab = await stage.phone.open(stage.userId)
    tab.runner.end()
    if (n < kills && die % 3 !== n) tab.crashAtStorage = 1 + ((die >> n) % 70)
    const { ok, error } = await stage.done(run(tab))
    const isDead = tab.dead
    tab.close()
    if (ok) return
    if (!isDead && error) stage.bug(error, null)
  }
}
