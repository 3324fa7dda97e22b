import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  filesOf,
  type GivenId,
  linkEnds,
  linkName,
  needsUser,
  type OutboxEntry,
  type Receipt,
  type RowName,
  type Shadow,
} from '../../../src/db/outbox.ts'
import { OutboxEntry as EntryOnDisk } from '../../../src/db/outbox-entry.ts'
import type { BlobRow, PhotoRow } from '../../../src/db/photos.ts'
import { commands } from '../../../src/records/index.ts'
import { fingerprint } from '../../../src/sync/entry/fingerprint.ts'
import type { Ledger, Saved } from './ledger.ts'
import type { ModelServer } from './model-server.ts'
import { isRemoved, type ModelFile, type ModelType } from './server-tables.ts'
import type { Effect } from './server-types.ts'
import type { Disk } from './storage.ts'

/** What each command creates. It is kept when the app forgets the command. */
const makes = new Map([...commands.values()].map((it) => [it.name, it.makes]))

export interface Violation {
  id: string
  says: string
}

/** One person's database as it is on disk. */
export interface View {
  disk: Disk
  database: string
  userId: number
  outbox: OutboxEntry[]
  receipts: Map<string, Receipt>
  /** Keys in the journal that a person gave up. */
  given: Set<string>
  /** Of these, actions that were cancelled by their opposite: nothing of them may have been done. */
  takenBack: Set<string>
  /** Of these, actions that may have a duplicate at the office, which is still to be checked. */
  looks: Set<string>
  /** Of these, actions whose record warns of a possible duplicate until the person decides. */
  seconds: Set<string>
  ids: GivenId[]
  /** The history of the town's database that this phone met last. */
  history: string | null
  /** Work sent before this time may be gone from the device (ms of the server's clock). */
  sentGoneUntil: number
}

export function viewOf(disk: Disk, database: string): View {
  const journal = disk.rows<{ what: string; facts: string }>(database, 'journal')
  const keysOf = (what: string) =>
    journal.flatMap((it) => (it.what === what ? [JSON.parse(it.facts).key as string] : []))
  const takenBack = keysOf('taken back')
  const factsOf = (prefix: string) =>
    new Set(
      disk
        .rows<{ name: string }>(database, 'meta')
        .flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
    )
  const fact = <Value>(name: string, usual: Value): Value => {
    const row = disk.rows<{ name: string; value: unknown }>(database, 'meta').find((it) => it.name === name)
    // A fact is read with the type with which it was written.
    return row === undefined ? usual : (row.value as Value)
  }
  return {
    disk,
    database,
    userId: Number(database.split('-').at(-1)),
    outbox: disk.rows<OutboxEntry>(database, 'outbox'),
    receipts: new Map(disk.rows<Receipt>(database, 'receipts').map((it) => [it.key, it])),
    given: new Set([...keysOf('discarded by hand'), ...takenBack]),
    takenBack: new Set(takenBack),
    looks: factsOf('made:'),
    seconds: factsOf('second:'),
    ids: disk.rows<GivenId>(database, 'ids'),
    history: fact('history', null),
    sentGoneUntil: fact('sentGoneUntil', 0),
  }
}

/** Invariants at every moment between two transactions. */
export function checkStep(views: View[], ledger: Ledger, server: ModelServer): Violation[] {
  const found: Violation[] = []
  const say = (id: string, says: string) => found.push({ id, says })
  for (const offence of server.offences.splice(0)) say('I4', offence)
  const effects = groupEffects(server.log)
  for (const view of views) {
    const books = booksFor(view, server, effects)
    kept(view, ledger, server, books.effects, say)
    shown(view, say)
    bytes(view, ledger, server, books.files, say)
    named(view, ledger, server, books.log, say)
    receipts(view, ledger, server, books, say)
    ordered(view, ledger, books.effects, say)
  }
  single(views, ledger, server, effects, say)
  owners(ledger, server, say)
  return found
}

type Say = (id: string, says: string) => void

/** The effects at the office that a phone can know of. */
interface Books {
  log: Effect[]
  effects: Map<string, Effect[]>
  files: ModelFile[]
}

/** A phone that has not met the restored town relies, rightly, on the answers of the lost one. */
function booksFor({ history }: View, server: ModelServer, effects: Map<string, Effect[]>): Books {
  const { log, lost, lostFiles, tables } = server
  if (history === server.history.id || server.lost.length === 0) return { log, effects, files: tables.files }
  const all = [...lost, ...log].sort((a, b) => a.n - b.n)
  return { log: all, effects: groupEffects(all), files: [...tables.files, ...lostFiles] }
}

const groupEffects = (log: Effect[]): Map<string, Effect[]> => {
  const all = new Map<string, Effect[]>()
  for (const effect of log) {
    const list = all.get(effect.key)
    if (list) list.push(effect)
    else all.set(effect.key, [effect])
  }
  return all
}

/**
 * I1, I16: each action is in exactly one place: outbox, receipts, or given up by a person. I8: one action is kept
 * completely or not at all.
 */
function kept(view: View, ledger: Ledger, server: ModelServer, done: Map<string, Effect[]>, say: Say): void {
  const here = new Set(view.outbox.map((it) => it.key))
  for (const it of ledger.saved.values()) {
    if (it.disk !== view.disk || it.database !== view.database) continue
    const places = [here.has(it.key), view.receipts.has(it.key), view.given.has(it.key)].filter(Boolean).length
    if (places === 0) say('I1', `${it.command} ${short(it)} was saved and is nowhere`)
    if (places > 1) say('I1', `${it.command} ${short(it)} is in ${places} places`)
  }
  if (here.size !== view.outbox.length) say('I1', 'one key stands twice in the outbox')
  for (const entry of view.outbox) {
    const { error } = z.safeParse(EntryOnDisk, entry)
    if (error) say('I1', `${entry.command} ${short(entry)} is no entry: ${error.issues.map((it) => it.path.join('.'))}`)
  }
  for (const entry of view.outbox) {
    // A first attempt that the server answered with no was not done, or the office has taken it away: it must not be there.
    const stands = (it: Effect) => it.kind !== 'make' || server.tables.rows[it.type as ModelType]?.has(it.id)
    if (entry.problem?.kind === 'refused' && entry.attempts <= 1 && done.get(entry.key)?.some(stands))
      say('I17', `${entry.command} ${short(entry)} is called refused, and was done`)
    // A 401 is about the session, never about the work.
    if (entry.problem?.kind === 'refused' && entry.problem.status === 401)
      say('I17', `${entry.command} ${short(entry)} is called refused, and only the session had ended`)
  }
  for (const key of view.takenBack) if (done.has(key)) say('I17', `${key} was taken back, and was done`)
  const photos = new Set(view.disk.rows<PhotoRow>(view.database, 'photos').map((it) => it.id))
  for (const entry of view.outbox)
    if (filesOf(entry).some((it) => !photos.has(it))) say('I8', `${short(entry)} carries a file that is not here`)
}

const short = (it: { seq: number; key: string }) => `#${it.seq} ${it.key.slice(0, 8)}`

/**
 * I10, I11: a shown row is the server's copy with the waiting commands on top. Nothing unsent is hidden, nothing
 * removed is shown.
 */
function shown(view: View, say: Say): void {
  const { disk, database } = view
  const made = new Set<string>()
  for (const entry of view.outbox) {
    const command = commands.get(entry.command)
    const kind = makes.get(entry.command)
    if (kind) made.add(`${kind}:${entry.id}`)
    if (!command || command.version !== entry.version || entry.state === 'held') continue
    const type = command.makes ?? command.changes?.(entry.params).type
    // Of an edit that merges, only the changed fields are on top.
    if (!type || entry.photo || command.compares?.merge) continue
    const rows = disk.rows<{ id: number; [field: string]: unknown }>(database, type)
    const id = command.makes ? entry.id : serverIdIn(view, type, command.changes?.(entry.params).id ?? 0)
    const row = rows.find((it) => it.id === id)
    const shadow = disk.rows<Shadow>(database, 'shadows').find((it) => it.type === type && it.id === id)
    if (!row) {
      // A record that was never here, or is removed, shows none of its changes.
      if (command.makes || shadow) say('I10', `${entry.command} ${short(entry)}: ${type}:${id} is not shown`)
      continue
    }
    const later = view.outbox.filter(
      (it) => it.seq > entry.seq && it.touches.some((name) => plainIn(view, name) === `${type}:${id}`),
    )
    for (const [name, value] of Object.entries(Object(entry.body))) {
      if (!(name in row) || typeof value === 'object' || name === 'observed_at') continue
      if (later.some((it) => name in Object(it.body))) continue
      if (fingerprint(row[name]) !== fingerprint(value) && !name.endsWith('_id'))
        say('I10', `${entry.command} ${short(entry)}: shows ${name} ${String(row[name])}, saved was ${String(value)}`)
    }
  }
  for (const type of [
    'unit',
    'area',
    'observation',
    'violation',
    'contact',
    'comment',
    'contactComment',
    'citation',
    ...ours,
  ])
    for (const row of disk.rows<{ id: number }>(database, type))
      if (row.id < 0 && !made.has(`${type}:${row.id}`)) say('I11', `${type}:${row.id} is shown, and nothing makes it`)
}

/** Records of our own extensions. */
const ours = ['alert', 'answer']

/** Of these the server keeps one for each natural key: what is made here may be one that stood there before. */
const joined: ReadonlySet<string> = new Set(['unit', 'contact', 'answer'])

/** The server's id of a record, if the device knows it. */
const serverIdIn = ({ ids }: View, type: string, id: number): number =>
  id > 0 ? id : (ids.find((it) => it.type === type && it.local === id)?.server ?? id)

/** A row or a link with the server's ids, as far as the device knows them. */
function plainIn(view: View, name: RowName): RowName {
  const ends = linkEnds(name)
  if (ends) return linkName(plainIn(view, ends[0]), plainIn(view, ends[1]))
  const [type = '', id] = name.split(':')
  return Number(id) < 0 ? (`${type}:${serverIdIn(view, type, Number(id))}` as RowName) : name
}

/** I9, I17: work that the server was not seen to have is here completely; work that counts as sent is at the server. */
function bytes(view: View, ledger: Ledger, server: ModelServer, files: ModelFile[], say: Say): void {
  // Let go before the town lost it: said at its action.
  for (const it of view.outbox) if (it.problem?.kind === 'photoGone') for (const id of filesOf(it)) ledger.gone.add(id)
  const blobs = view.disk.rows<BlobRow>(view.database, 'blobs')
  for (const photo of view.disk.rows<PhotoRow>(view.database, 'photos')) {
    if (ledger.gone.has(photo.id) && photo.state !== 'verified') continue
    if (photo.state === 'verified') {
      if (!files.some((it) => it.sha256 === photo.sha256) && !isLetGo(view, ledger, server, photo.id))
        say('I17', `file ${photo.id} counts as sent, and is not there`)
      continue
    }
    const blob = blobs.find((it) => it.photo === photo.id && it.part === 'original')
    if (!blob || blob.bytes.byteLength === 0) say('I9', `file ${photo.id} (${photo.state}) has no bytes`)
    else if (createHash('sha256').update(new Uint8Array(blob.bytes)).digest('hex') !== photo.sha256)
      say('I9', `file ${photo.id} has other bytes`)
  }
}

/** Sent so long ago, or from so full a device, that a town which loses the file cannot get it again. */
function isLetGo(view: View, ledger: Ledger, server: ModelServer, photo: string): boolean {
  const sent = [...ledger.saved.values()].find((it) => filesOf(it).includes(photo))
  const at = sent && view.receipts.get(sent.key)?.at
  return server.lost.length > 0 && at !== undefined && at <= view.sentGoneUntil
}

/**
 * Whether a town has lost the record after this device had forgotten how it was made: at a sign-out, after weeks, or on a
 * full device. Nothing that was unsent at that sign-out may depend on it.
 */
function isForgotten(view: View, ledger: Ledger, server: ModelServer, { type, local, server: id }: GivenId): boolean {
  if (!server.lost.some((it) => it.kind === 'make' && it.type === type && it.id === id)) return false
  const names = [`${type}:${local}`, `${type}:${id}`]
  const unsentThen = ledger.forgotten.get(`${view.database} ${type}:${id}`)
  const isUsed = view.outbox.some(({ key, params, touches, needs }) => {
    if (unsentThen && !unsentThen.has(key)) return false
    return [local, id].includes(params[`${type}Id`] ?? 0) || [...touches, ...needs].some((it) => names.includes(it))
  })
  const isOld = [...view.receipts.values()].some(
    (it) => it.madeId === id && makes.get(it.command) === type && it.at <= view.sentGoneUntil,
  )
  return !isUsed && (isOld || unsentThen !== undefined)
}

/** I12: one local id has one server id, and its record exists. */
function named(view: View, ledger: Ledger, server: ModelServer, log: Effect[], say: Say): void {
  const taken = new Map<string, number>()
  for (const given of view.ids) {
    const { type, local, server: id } = given
    const name = `${type}:${id}`
    const other = taken.get(name)
    // Units, contacts and answers are joined with the existing record of the same key.
    if (other !== undefined && !joined.has(type)) say('I12', `${name} is ${other} and ${local}`)
    taken.set(name, local)
    const isMade =
      server.tables.rows[type as ModelType]?.has(id) || log.some((it) => it.kind === 'make' && it.id === id)
    if (!isMade && !isForgotten(view, ledger, server, given))
      say('I12', `${type}:${local} is called ${id}, which the server never made`)
  }
}

/**
 * Records that a browser created by resending on its own. An equal entry without an answer may take such a record for
 * its own; the number at the office is then right, and nobody can tell which is which.
 */
const isSpare = (server: ModelServer, effects: Map<string, Effect[]>, type: string, id: number): boolean =>
  server.log.some(
    (it) => it.kind === 'make' && it.type === type && it.id === id && (effects.get(it.key)?.length ?? 0) > 1,
  )

/** Whether the office has a record that could be taken for a duplicate. */
function mayStandTwice(
  { madeId }: Receipt,
  type: string | undefined,
  saved: Saved,
  server: ModelServer,
  done: readonly Effect[],
): boolean {
  if (done.length > 1) return true
  // A list of files tells how many there are. An equal record may be another person's.
  if (saved.photo || !type) return false
  const others = server.tables.rows[type as ModelType]?.values() ?? []
  // The device knows the time only by its own clock.
  const since = Math.min(saved.at, saved.capturedAt + saved.clockOffsetMs) - clockMinutesMs
  return [...others].some((row) => row.id !== madeId && Date.parse(row.created_at) >= since)
}

/** How far a slightly wrong clock may differ from the true time (ms). */
const clockMinutesMs = 20 * 60_000

/** I17: a receipt is true. */
function receipts(view: View, ledger: Ledger, server: ModelServer, { log, effects }: Books, say: Say): void {
  for (const receipt of view.receipts.values()) {
    // On a full device, or after weeks, it cannot be sent again, and the device says so.
    if (server.lost.length > 0 && receipt.at <= view.sentGoneUntil) continue
    const saved = ledger.saved.get(receipt.key)
    if (!saved) continue
    const done = effects.get(receipt.key) ?? []
    if (receipt.how === 'answer' && done.length === 0)
      say('I17', `${receipt.command} ${short(receipt)} counts as answered, and was never done`)
    const type = makes.get(saved.command)
    if (receipt.note?.includes('second') && !server.everStripped && !mayStandTwice(receipt, type, saved, server, done))
      say('I17', `${receipt.command} ${short(receipt)} is said to stand there twice, and was done ${done.length} times`)
    if ((receipt.note?.includes('second') ?? false) !== view.seconds.has(receipt.key))
      say('I17', `${receipt.command} ${short(receipt)} is said to stand there twice in one place, and not in another`)
    if (receipt.how !== 'answer' && receipt.how !== 'found') continue
    if (type && receipt.madeId !== null) {
      const row = server.tables.rows[type as ModelType]?.get(receipt.madeId)
      if (!row && !log.some((it) => it.id === receipt.madeId))
        say('I17', `${receipt.command} ${short(receipt)} made ${receipt.madeId}, which is not there`)
      const shownRow = view.disk.rows<{ id: number }>(view.database, type).some((it) => it.id === receipt.madeId)
      // A removal may take effect at the office although its answers were blocked and the person gave it up.
      if (row && !isRemoved(row) && !shownRow) say('I11', `${type}:${receipt.madeId} was sent and is not shown`)
      // All others were created for this entry.
      const isJoined = joined.has(type) || isSpare(server, effects, type, receipt.madeId)
      if (row && !isJoined && Date.parse(row.created_at) < saved.at)
        say('I12', `${receipt.command} ${short(receipt)} is called ${receipt.madeId}, which stood there before`)
      if (row && server.keyed && done.length > 0 && !done.some((it) => it.id === receipt.madeId))
        say(
          'I12',
          `${receipt.command} ${short(receipt)} made ${done.map((it) => it.id)}, and is called ${receipt.madeId}`,
        )
    }
  }
}

/** I2: one effect per key, or a warning of a possible duplicate. */
function single(views: View[], ledger: Ledger, server: ModelServer, effects: Map<string, Effect[]>, say: Say): void {
  const claims = new Map<string, string>()
  for (const { receipts } of views)
    for (const it of receipts.values()) claims.set(`${makes.get(it.command)}:${it.madeId}`, it.key)
  for (const saved of ledger.saved.values()) {
    const keys = [saved.key, ...(ledger.formerKeys.get(saved.key) ?? [])]
    const done = keys.flatMap((key) => effects.get(key) ?? [])
    const made = done.filter((it) => {
      const name = `${it.type}:${it.id}`
      // A record that somebody has rewritten meanwhile cannot be recognised as this one.
      const isKnown = !server.rewritten.has(name) && !isRenamed(server, it, done.at(-1)?.n ?? 0)
      return it.kind !== 'set' && isKnown && (claims.get(name) ?? saved.key) === saved.key
    })
    if (made.length <= 1 || ledger.resent.has(saved.key) || ledger.lost.has(saved.key)) continue
    const said = views.some((view) => {
      const entry = view.outbox.find((it) => it.key === saved.key)
      const receipt = view.receipts.get(saved.key)
      const isSaid = receipt?.note?.includes('second') || entry?.problem?.kind === 'doubt'
      // The person has looked at the office. A duplicate that has not arrived by then, or is still being looked for, is
      // reported later.
      return (
        isSaid ||
        receipt?.how === 'user' ||
        view.looks.has(saved.key) ||
        (entry !== undefined && !needsUser.includes(entry.state))
      )
    })
    if (!said)
      say(
        'I2',
        `${saved.command} ${short(saved)} was done ${made.length} times: ${made.map((it) => `${it.type}:${it.id}`).join(', ')}`,
      )
  }
}

/** Calls that change what a server knows a unit or a contact by. */
const renaming: readonly string[] = ['PATCH /units/:u', 'PUT /contacts/:c']

/** Another person's call renamed the record before its own was repeated, so the server did not know it any more. */
const isRenamed = ({ log }: ModelServer, made: Effect, last: number): boolean =>
  log.some(
    (it) =>
      renaming.includes(it.call) &&
      it.userId !== made.userId &&
      it.type === made.type &&
      it.id === made.id &&
      it.n > made.n &&
      it.n < last,
  )

/** I14: nobody's token carries another person's work. */
function owners(ledger: Ledger, server: ModelServer, say: Say): void {
  for (const effect of server.log) {
    const saved = ledger.saved.get(effect.key)
    if (saved && saved.userId !== effect.userId)
      say('I14', `${saved.command} of user ${saved.userId} was sent as user ${effect.userId}`)
  }
}

/** I5, I6: changes of one row are sent in the user's order, and the end of an inspection after everything in it. */
function ordered(view: View, ledger: Ledger, effects: Map<string, Effect[]>, say: Say): void {
  const waiting = new Set(view.outbox.map((it) => it.key))
  const all = [...ledger.saved.values()]
    .filter((it) => it.disk === view.disk && it.database === view.database)
    .sort((x, y) => x.seq - y.seq)
    .map((it) => ({
      it,
      done: effects.get(it.key)?.[0],
      rows: it.touches.map((name) => plainIn(view, name)),
      group: it.group === '' ? '' : plainIn(view, it.group as RowName),
    }))
  for (const [n, late] of all.entries()) {
    if (!late.done) continue
    for (const early of all.slice(0, n)) {
      const said = (words: string) => `${describe(late.it)} ${words} ${describe(early.it)}`
      const overtaken = early.done !== undefined && early.done.n > late.done.n
      const left = waiting.has(early.it.key) && !early.done
      if (early.rows.some((it) => late.rows.includes(it))) {
        if (overtaken) say('I5', said('overtook'))
        if (left) say('I5', said('went before'))
        if (lastOf(effects, early.it) > lastOf(effects, late.it)) say('I5', said('was followed by a repeat of'))
      }
      if (late.group === '' || late.group !== early.group || !(late.it.barrier || early.it.barrier)) continue
      if (overtaken) say('I6', said('overtook'))
      if (left) say('I6', said('did not wait for'))
    }
  }
}

/** A duplicate record is checked by I2 and does not change what was done to the first. */
const lastOf = (effects: Map<string, Effect[]>, it: Saved): number =>
  effects.get(it.key)?.findLast((effect, at) => at === 0 || effect.kind === 'set')?.n ?? -1
const describe = (it: Saved) => `${it.command} #${it.seq}`
