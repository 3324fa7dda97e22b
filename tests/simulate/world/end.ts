import { databaseName } from '../../../src/db/database.ts'
import type { OutboxEntry } from '../../../src/db/outbox.ts'
import { commands } from '../../../src/records/index.ts'
import { type ContactOwner, contactsOf, linkedContacts } from '../../../src/records/links.ts'
import { type Query, queryName } from '../../../src/records/query.ts'
import { fingerprint } from '../../../src/sync/entry/fingerprint.ts'
import type { Known } from './actions.ts'
import { viewOf } from './check.ts'
import { followOffice } from './end-changes.ts'
import { decide } from './hands.ts'
import { world } from './platform.ts'
import { fetched, queriesOf } from './pulls.ts'
import type { ModelType } from './server-tables.ts'
import { signInAgain } from './sign-in.ts'
import { type Stage, standing } from './stage.ts'
import type { Tab } from './tab.ts'

const hour = 3_600_000

/** With good network and time, all work that needs no person must be sent (I3), and device and office must agree. */
export async function finalCheck(stage: Stage): Promise<void> {
  const { network, server } = stage
  network.armed = []
  network.offlineUntil = 0
  network.downUntil = 0
  network.deadUntil = 0
  server.keysStripped = false
  server.refusesBatches = false
  stage.undo()
  stage.say('== the signal is good, and time passes')
  // Requests of closed pages arrive before the comparison.
  await world.time.pass(world.time.now + 60_000)
  for (const userId of stage.phone.people.keys()) {
    await drainAll(stage, userId)
    if (stage.violations.length > 0) return
  }
}

const outboxOf = (stage: Stage): OutboxEntry[] =>
  stage.phone.disk.rows<OutboxEntry>(databaseName('town', stage.userId), 'outbox')

async function drainAll(stage: Stage, userId: number): Promise<void> {
  const { phone } = stage
  for (const tab of phone.living(stage.userId === userId ? -1 : stage.userId)) tab.close()
  stage.userId = userId
  // Requests of the other person's page arrive before the comparison.
  await world.time.pass(world.time.now + 10_000)
  for (const tab of phone.living(userId)) {
    tab.crashAtStorage = null
    tab.crashAtNetwork = null
    tab.freezeAtNetwork = null
    tab.failure = null
    tab.suspendedAtStorage = null
    tab.deniedAtCommit = null
  }
  for (let round = 0; round < 4; round++) {
    const tab = await stage.tab()
    // A refusal of an old session may still be on its way; it requires one more sign-in.
    for (let signIns = 0; signIns < 3 && !nothingLeft(outboxOf(stage)); signIns++) {
      await signInAgain(stage)
      const paused = () => phone.people.get(userId)?.token === null
      await world.time.pass(world.time.now + 12 * hour, () => paused() || nothingLeft(outboxOf(stage)))
      await world.time.settle()
      if (!paused()) break
    }
    stage.check()
    const left = outboxOf(stage)
    const stuck = left.find((it) => !standing(it) && !blockedBy(it, left))
    if (stuck)
      stage.violations.push({
        id: 'I3',
        says: `${stuck.command} #${stuck.seq} is ${stuck.state} after twelve good hours (${JSON.stringify(stuck.problem)})`,
      })
    if (stage.violations.length > 0) return
    if (left.length === 0) break
    stage.server.poison.clear()
    stage.network.firewall = null
    for (const entry of left.filter(standing)) await decide(stage, tab, entry, round === 2 ? 0 : entry.seq + round + 1)
    stage.check()
  }
  await agree(stage)
  await world.time.pass(world.time.now + 12 * hour, () => nothingToLookFor(stage))
  if (!nothingToLookFor(stage))
    stage.violations.push({ id: 'I2', says: 'it was never looked whether something stands twice' })
}

const nothingToLookFor = ({ phone, userId }: Stage): boolean =>
  viewOf(phone.disk, databaseName('town', userId)).looks.size === 0

const nothingLeft = (all: OutboxEntry[]): boolean => all.every((it) => standing(it) || blockedBy(it, all))

/** Waits for entries that only a person can resolve. */
function blockedBy(entry: OutboxEntry, all: OutboxEntry[]): boolean {
  return all.some((other) => {
    // An entry that cannot be told apart from a doubt in the same list waits for its end.
    if (other.state === 'inDoubt' && standing(other) && other.command === entry.command) return true
    if (other.seq >= entry.seq || !(standing(other) || blockedBy(other, all))) return false
    const makes = commands.get(other.command)?.makes
    return (
      other.touches.some((it) => entry.touches.includes(it)) ||
      (makes !== undefined && entry.needs.includes(`${makes}:${other.id}`)) ||
      (entry.group !== '' && entry.group === other.group && (entry.barrier || other.barrier))
    )
  })
}

/** After everything is fetched again, the device must show what the office has. */
async function agree(stage: Stage): Promise<void> {
  const tab = await stage.tab()
  const known = stage.knows
  if (!known) return
  const all = queriesOf(known, stage.userId).filter(
    ({ query }) => query.answers !== 'list' || hasRows(stage, tab, query),
  )
  await signInAgain(stage)
  const heard = new Set<string>()
  let isFetching = true
  void Promise.all(
    all.map(async (asking) => {
      if (await fetched(stage, tab, asking)) heard.add(queryName(asking.query))
    }),
  ).then(() => {
    isFetching = false
  })
  await world.time.pass(world.time.now + 2_000)
  // Many changes come in several answers.
  await world.time.pass(world.time.now + 30_000, () => !isFetching)
  stage.check()
  const { disk } = stage.phone
  const waiting = new Set(outboxOf(stage).flatMap((it) => it.touches))
  for (const type of agreeing) {
    for (const row of disk.rows<{ id: number; [field: string]: unknown }>(tab.db.name, type)) {
      const theirs = stage.server.tables.rows[type satisfies ModelType].get(row.id)
      if (!theirs || waiting.has(`${type}:${row.id}`)) continue
      for (const field of compared)
        if (field in theirs && fingerprint(theirs[field]) !== fingerprint(row[field]))
          stage.violations.push({
            id: 'I10',
            says: `${type}:${row.id} shows ${field} ${String(row[field])}; the office has ${String(theirs[field])}`,
          })
    }
  }
  await agreeOnLinks(stage, tab, known, { waiting, heard })
  await followOffice(stage, all, waiting)
}

/** Whether a list has rows, here or at the office. When neither has any, they agree. */
function hasRows({ phone, server }: Stage, { db }: Tab, { type, scope, params }: Query): boolean {
  // The device may use a local id; the office's rows use its own.
  if (Object.values(params).some((id) => id < 0)) return true
  const fits = (row: object) => Object.entries(scope).every(([field, value]) => Reflect.get(row, field) === value)
  const theirs = [...(server.tables.rows[type as ModelType]?.values() ?? [])]
  return theirs.some(fits) || phone.disk.rows<object>(db.name, type).some(fits)
}

/** The contacts of an address or a business, as a screen shows them and as the office has them. */
async function agreeOnLinks(
  stage: Stage,
  { db }: Tab,
  known: Known,
  { waiting, heard }: { waiting: Set<string>; heard: Set<string> },
): Promise<void> {
  const owners: ContactOwner[] = [
    ...known.addresses.map((id) => ({ type: 'address' as const, id })),
    ...known.businesses.map((id) => ({ type: 'business' as const, id })),
  ]
  for (const owner of owners) {
    const end = `${owner.type}:${owner.id}`
    if (!heard.has(queryName(contactsOf(owner))) || [...waiting].some((name) => name.includes(`${end}/`))) continue
    const shown = (await stage.valueOf(linkedContacts(db, owner)))?.rows.map((it) => it.id).sort()
    const links = [...stage.server.tables.links].filter((it) => it.startsWith(`${end}/`))
    const theirs = links.map((it) => Number(it.split(':')[2])).sort()
    if (JSON.stringify(shown) !== JSON.stringify(theirs))
      stage.violations.push({ id: 'I10', says: `${end} shows the contacts ${shown}; the office has ${theirs}` })
  }
}

const agreeing = [
  'inspection',
  'unit',
  'area',
  'observation',
  'violation',
  'comment',
  'contactComment',
  'citation',
  'alert',
  'answer',
] as const

const compared = [
  'status',
  'scheduled_datetime',
  'inspector_id',
  'contact_id',
  'number',
  'name',
  'content',
  'potentialvio',
  'extend',
  'comment',
  'text',
  'removed',
  'answer',
]
