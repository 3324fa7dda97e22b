import type { Patch } from '../bundle.ts'
import { firstWithAborts, firstWithFirewalls, firstWithStolenLocks } from '../world/story.ts'

/** A bug that a careless change to the engine could bring, and how it comes into the source. */
export interface Mutation {
  name: string
  says: string
  patches: Patch[]
  /** The seed to look from; 1 if it is left out. */
  from?: number
}

const one = (name: string, says: string, file: string, find: string, put: string, from = 1): Mutation => ({
  name,
  says,
  patches: [{ file: `src/${file}`, find, put }],
  from,
})

/** The bugs that the simulation must find. */
export const planted: readonly Mutation[] = [
  one(
    'sealed too early',
    'the plain work goes before the sealed copy is read back and valid',
    'sync/session/seal/seal.ts',
    "      if ((await isWhole(db, key, copy, before)) && (await putInPlace(db, copy, before, check))) return 'sealed'\n",
    "      await inTransaction(db, 'rw', db.tables, removePlain)\n      if ((await isWhole(db, key, copy, before)) && (await putInPlace(db, copy, before, check))) return 'sealed'\n",
  ),
  one(
    'not again',
    'a save that the browser aborts is lost',
    'sync/capture/reserve.ts',
    '++aborts === tries',
    '++aborts > 0',
    firstWithAborts,
  ),
  one(
    'again blindly',
    'a save that was stored, and was called aborted, is stored once more',
    'sync/capture/perform.ts',
    'isAgain ? await idStored(db, key) : null',
    'isAgain && key === null ? 0 : null',
    firstWithAborts,
  ),
  one(
    'no baseline',
    'nothing is known of what stood in the list before',
    'sync/deliver/attempt.ts',
    '  const query = await command.listedIn(drain.device.db, asked)\n',
    '  if (drain) return []\n  const query = await command.listedIn(drain.device.db, asked)\n',
  ),
  one(
    'no claim',
    'two entries take the same record for theirs',
    'sync/reconcile/unknown-outcome.ts',
    'if (claimed === 0) found.push(row)',
    'found.push(row)',
  ),
  one(
    'no wait',
    'a doubt is cleared while the server may still be at work',
    'sync/entry/answer-wait.ts',
    'since.at + doubtWaitMs : null',
    'since.at + 1 : null',
  ),
  one(
    'any clock',
    'a wait counts though the clock was set meanwhile',
    'sync/entry/answer-wait.ts',
    'since.offset === offset && since.at <= now() ?',
    'since.at >= 0 ?',
  ),
  one(
    'no lock',
    'every tab sends',
    'sync/schedule/lease.ts',
    "lock ? await drain(device, tapped) : ('busy' as const),",
    'await drain(device, tapped),',
  ),
  one(
    'no epoch',
    'a runner that lost its lock goes on writing',
    'sync/entry/lease-fence.ts',
    "if ((await db.fact('epoch', 0)) !== epoch) throw new StaleLease()",
    'if (epoch < 0) throw new StaleLease()',
  ),
  one(
    '5xx = failed',
    'a server in trouble counts as a refusal',
    'sync/transport/verdict.ts',
    "if (status === 408 || status >= 500) return unknown('serverDown', 'none')",
    "if (status === 408 || status >= 500) return { to: 'refused', status, detail: 'Failed' }",
  ),
  one(
    '401 = failed',
    'a session that ended counts as a refusal',
    'sync/transport/verdict.ts',
    "if (status === 401) return { to: 'signIn' }",
    "if (status === 401) return { to: 'refused', status, detail: 'Failed' }",
  ),
  one(
    'page for all',
    'a page that a firewall gives for one entry holds everything back',
    'sync/reconcile/failure-handling.ts',
    "{ to: 'signIn' } : next.ofThis",
    "{ to: 'signIn' } : next.ofAll",
    firstWithFirewalls,
  ),
  one(
    'order by date',
    'the clock decides the order',
    'sync/deliver/push.ts',
    '  const entries = await wholeOutbox(db)\n',
    '  const entries = (await wholeOutbox(db)).sort((a, b) => a.capturedAt - b.capturedAt)\n',
  ),
  one(
    'pull overwrites',
    'a fetched row hides what waits here',
    'sync/pull/pull.ts',
    'if (busy.waiting.has(name)) {',
    'if (busy.waiting.has(name) && !known) {',
  ),
  one(
    'delete before receipt',
    'the entry goes before it is known that all else was stored',
    'sync/reconcile/confirm.ts',
    "  await fenced(device, drain.epoch, 'all', async (device) => {\n    // The user may",
    "  await device.db.outbox.delete(entry.seq)\n  await fenced(device, drain.epoch, 'all', async (device) => {\n    await device.db.outbox.put(entry)\n    // The user may",
  ),
  one(
    'blob apart from row',
    'the facts of a photo are stored before its bytes',
    'sync/capture/take-in.ts',
    '  inRepeatableWrite(db, [db.photos, db.blobs, ...(isOfRecord(photo) ? [db.ids, db.meta] : [])], async (db) => {',
    '  Promise.resolve().then(async () => {',
    300,
  ),
  one(
    'unfrozen wire',
    'every attempt is made anew',
    'sync/deliver/attempt.ts',
    'const wire = frozenWire(entry) ?? {',
    'const wire = {',
  ),
  one(
    'unknown type dropped',
    'what this version does not know is thrown away',
    'sync/deliver/attempt.ts',
    "    return parkEntry(drain, entry, 'held', {",
    "    if (!command) return void (await device.db.outbox.delete(entry.seq))\n    return parkEntry(drain, entry, 'held', {",
  ),
  one(
    'barrier off',
    'an inspection is completed before all that was seen in it is sent',
    'sync/deliver/plan.ts',
    '      !(entry.barrier && groups.has(entry.group)) &&\n',
    '',
  ),
  one(
    'hidden retry',
    'the client library repeats on its own',
    'sync/transport/send.ts',
    '      ...oneTry,\n      timeout: limit',
    "      ...oneTry,\n      retry: { limit: 2, methods: ['post', 'patch', 'put', 'delete'] },\n      timeout: limit",
  ),
  one(
    'shared database',
    'one database for everybody at this device',
    'db/database.ts',
    'databaseName = (townId: string, userId: number) =>',
    'databaseName = (townId: string, userId: number | string) => (userId = "all") &&',
  ),
  one(
    'early purge',
    'bytes go that no server was seen to hold',
    'sync/capture/purge.ts',
    "    const verified = await db.photos.where('state').equals('verified').toArray()\n    const old = verified.filter(",
    "    const verified = await db.photos.where('state').equals('verified').toArray()\n    const waiting = await db.photos.where('state').equals('waiting').toArray()\n    const old = [...waiting.map((it) => ({ ...it, verifiedAt: now - sentGraceMs - 1 })), ...verified].filter(",
  ),
  one(
    'stale id',
    'a link from before keeps its local id',
    'sync/capture/names-of-today.ts',
    'if (server !== undefined) given.set(name, server)',
    'if (server !== undefined) given.set(name, splitName(name)[1])',
  ),
  one(
    'steal without fence',
    'the thief of a lock raises no epoch',
    'sync/schedule/lease.ts',
    "const next = (await db.fact('epoch', 0)) + 1",
    "const next = Math.max(1, await db.fact('epoch', 0))",
    firstWithStolenLocks,
  ),
  one(
    'relaxed durability',
    'a save counts before it is on the disk',
    'db/database.ts',
    "super(name, { chromeTransactionDurability: 'strict' })",
    "super(name, { chromeTransactionDurability: 'relaxed' })",
  ),
  one(
    'older list wins',
    'a list that was on its way takes back what the changes brought meanwhile',
    'sync/pull/pull.ts',
    'store(db, query, rows, { tick, newer, standing })',
    'store(db, query, rows, { tick, standing })',
  ),
  one(
    'no question',
    'a restored town is not asked which keys it knows',
    'sync/reconcile/restored.ts',
    'await missingKeys(device, await db.sent.toCollection().primaryKeys())',
    'await missingKeys(device, [])',
  ),
  one(
    'older answer',
    'an answer that is repeated later replaces what the office has changed since',
    'sync/acknowledge/settle.ts',
    'const change = changeSince(facts, [type, name], readTo)',
    "const change = (type ? 'none' : changeSince(facts, [type, name], readTo)) as string",
  ),
  one(
    'new key for a repair',
    'a repaired text leaves under a new key although the earlier one may have been carried out',
    'sync/reconcile/resolve-entry.ts',
    'mayHaveMade(entry, command) ?',
    'mayHaveMade(entry, command) && entry.seq < 0 ?',
    firstWithFirewalls,
  ),
]
