import type { OutboxEntry, Receipt } from '../../../src/db/outbox.ts'
import { needsUser } from '../../../src/db/outbox.ts'
import type { BlobRow, PhotoRow } from '../../../src/db/photos.ts'
import { areasOfInspection } from '../../../src/records/area.ts'
import { inspectionById } from '../../../src/records/inspection.ts'
import type { Query } from '../../../src/records/query.ts'
import { unitsOfAddress } from '../../../src/records/unit.ts'
import { violationsOfAddress } from '../../../src/records/violation.ts'
import { pull } from '../../../src/sync/pull/pull.ts'
import { hasArrived, retry } from '../../../src/sync/reconcile/resolve-entry.ts'
import { CallError } from '../../../src/sync/transport/problem.ts'
import { world } from '../world/platform.ts'
import { Random } from '../world/random.ts'
import type { Tab } from '../world/tab.ts'
import { day, type InspectorState } from './actions.ts'
import { commits } from './commits.ts'
import { RealLine } from './line.ts'
import { OutsideTime } from './outside.ts'
import { FieldPhone } from './phone.ts'
import type { Town } from './plan.ts'
import { type Call, type LineFault, lineFaults, type Played, type Point, type Reply } from './point.ts'

const start = Date.UTC(2026, 10, 20, 13)
const minute = 60_000

/**
 * Plays the whole inspection with a process that dies at one point, then with a good signal until everything is sent.
 */
export async function play(point: Point, town: Town, ask: (call: Call) => Promise<Reply>): Promise<Played> {
  const time = new OutsideTime(start)
  world.time = time
  world.chance = new Random(1)
  commits.count = 0
  const line = new RealLine(time, ask)
  const field = new FieldPhone(town, line, time)
  const mind: InspectorState = { town, ids: new Map(), taken: new Map() }
  time.onError = (error) => field.bug(error, null)
  const unhandled = (error: unknown) => field.bug(error, null)
  process.on('unhandledRejection', unhandled)
  let asked = 0
  try {
    await fetchLists(field, town)
    await field.arm(point)
    line.mishap = mishapsOf(point, time)
    await inspect(field, mind)
    asked = await sendAll(field, town)
    line.mishap = () => null
    field.disarm()
    if (point.kind && !field.died && field.phone.living().length > 0) field.problems.push('there is no such step')
    await fetchLists(field, town)
    lookAfter(field, mind)
  } catch (error) {
    field.bug(error, null)
  } finally {
    for (const tab of field.phone.living()) tab.die()
    process.off('unhandledRejection', unhandled)
  }
  const { problems, died, states } = field
  problems.push(...line.broken.map(({ id, says }) => `${id} ${says}`))
  const { askedFor } = field
  return { problems, died, asked, askedFor, said: saidOf(field), states, trace: line.trace }
}

/** Makes the connection bad for a while, and good at the end. */
const badFor = 40 * minute

function mishapsOf({ line }: Point, time: OutsideTime): () => LineFault | null {
  if (!line) return () => null
  const chance = new Random(line.seed)
  return () => (time.now < start + badFor && chance.chance(line.often) ? chance.pick(lineFaults) : null)
}

async function inspect(field: FieldPhone, mind: InspectorState): Promise<void> {
  for (const action of day) {
    field.begun++
    for (;;) {
      const tab = await field.tab()
      // After a crash the inspector first checks whether the action was done.
      if (field.died && action.isShown(tab, mind)) break
      if (await field.done(tab, action.does(tab, mind))) break
      if (!tab.dead) throw new Error(`${action.name} was not saved`)
    }
    await world.time.pass(world.time.now + 300)
    if (action.name === 'area Porch of 2')
      void fetched(field, await field.tab(), areasOfInspection(mind.town.inspectionId))
  }
}

const left = (field: FieldPhone): OutboxEntry[] => field.rows<OutboxEntry>('outbox')

/** Gives good signal and time. Where the engine cannot know, the inspector checks the office's list and decides. */
async function sendAll(field: FieldPhone, town: Town): Promise<number> {
  let asked = 0
  for (let hours = 0; hours < 12 && left(field).length > 0; hours++) {
    const tab = await field.tab()
    await world.time.pass(
      world.time.now + 60 * minute,
      () => tab.dead || left(field).every((it) => needsUser.includes(it.state)),
    )
    if (tab.dead) continue
    for (const entry of left(field).filter((it) => needsUser.includes(it.state))) {
      asked++
      await decide(field, town, entry)
    }
  }
  for (const it of left(field)) field.problems.push(`stuck: ${it.command} ${it.state} ${JSON.stringify(it.problem)}`)
  // Waits for the last answers and their effects.
  await world.time.pass(world.time.now + minute)
  return asked
}

async function decide(field: FieldPhone, town: Town, entry: OutboxEntry): Promise<void> {
  const tab = await field.tab()
  field.askedFor.push(`${entry.command}, ${entry.doubtIn ?? 'device'}`)
  if (entry.problem?.kind !== 'doubt') {
    field.problems.push(`${entry.command} is ${entry.state}: ${JSON.stringify(entry.problem)}`)
    await field.done(tab, retry(tab.device, entry.key))
    return
  }
  await waitFor(tab, fetched(field, tab, violationsOfAddress(town.addressId)))
  const arrived = field.rows<{ id: number }>('violation').some((it) => it.id > 0)
  await field.done(tab, (arrived ? hasArrived : retry)(tab.device, entry.key))
}

/** A screen requests its list; without an answer it shows the local rows. */
async function fetched(field: FieldPhone, tab: Tab, query: unknown): Promise<void> {
  try {
    // Each query has its own row type; here the rows are only fetched.
    await pull(tab.device, query as Query)
  } catch (error) {
    if (!(error instanceof CallError)) field.bug(error, tab)
  }
}

async function waitFor(tab: Tab, what: Promise<unknown>): Promise<void> {
  let done = false
  void what.then(() => {
    done = true
  })
  await world.time.pass(world.time.now + minute, () => done || tab.dead)
}

/** The lists that the screens of the inspection show. */
async function fetchLists(field: FieldPhone, town: Town): Promise<void> {
  const lists = [
    inspectionById(town.inspectionId),
    unitsOfAddress(town.addressId),
    areasOfInspection(town.inspectionId),
    violationsOfAddress(town.addressId),
  ]
  for (const query of lists) {
    const tab = await field.tab()
    await waitFor(tab, fetched(field, tab, query))
  }
}

/**
 * When everything is sent, the device must show each record once as the office has it, and have each picture that it
 * called saved.
 */
function lookAfter(field: FieldPhone, mind: InspectorState): void {
  const say = (words: string) => field.problems.push(words)
  for (const action of day)
    if (!action.isShown([...field.phone.tabs].at(-1) as Tab, mind)) say(`the device no longer shows ${action.name}`)
  for (const [type, count] of Object.entries({ unit: 2, area: 6, observation: 12, violation: 1 })) {
    const rows = field.rows<{ id: number }>(type)
    if (rows.length !== count) say(`the device shows ${rows.length} of ${count} ${type}s`)
    if (rows.some((it) => it.id < 0)) say(`a sent ${type} still has its local id`)
  }
  const photos = field.rows<PhotoRow>('photos')
  const blobs = field.rows<BlobRow>('blobs')
  for (const [id, n] of mind.taken) {
    const photo = photos.find((it) => it.id === id)
    if (!photo) say(`picture ${n} counted as saved, and is gone from the device`)
    else if (!blobs.some((it) => it.photo === id && it.part === 'original' && it.bytes.byteLength > 0))
      say(`picture ${n} has no bytes on the device`)
    else if (photo.state === 'waiting') say(`picture ${n} waits for ever`)
  }
}

const saidOf = (field: FieldPhone): string[] =>
  field.rows<Receipt>('receipts').flatMap((it) => (it.note?.includes('second') ? [it.words] : []))
