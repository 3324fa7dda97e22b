import type { RecordType } from '../../../src/contract/id.ts'
import type { Pull } from '../../../src/db/database.ts'
import type { OutboxEntry } from '../../../src/db/outbox.ts'
import { isInScope } from '../../../src/records/query.ts'
import { extendDeadline } from '../../../src/records/violation.ts'
import { perform } from '../../../src/sync/capture/perform.ts'
import { fingerprint } from '../../../src/sync/entry/fingerprint.ts'
import type { Feed } from '../../../src/sync/pull/feed.ts'
import { pull } from '../../../src/sync/pull/pull.ts'
import { CallError } from '../../../src/sync/transport/problem.ts'
import { world } from './platform.ts'
import { type Asking, caughtUp, fetched } from './pulls.ts'
import { insert, isRemoved, type ModelRow, type ModelType } from './server-tables.ts'
import type { Stage } from './stage.ts'
import type { Tab } from './tab.ts'

/** Fields that show that the rows of a list are the office's. */
const compared = ['status', 'scheduled_datetime', 'number', 'name', 'content', 'potentialvio', 'extend', 'comment']

/**
 * The office changes records while lists are on their way and changes are read. Afterwards the followed lists must
 * equal the office's, although each of these answers was older than stored data.
 */
export async function followOffice(
  stage: Stage,
  lists: readonly Asking[],
  waiting: ReadonlySet<string>,
): Promise<void> {
  const tab = await stage.tab()
  const all = lists.filter(({ how }) => how === 'pull')
  for (const asking of all) void fetched(stage, tab, asking)
  await world.time.pass(world.time.now + 5_000)
  // Few lists, so that a connection is free for the changes, which overtake the late answers.
  const shown = all.filter(({ query }) => worked.includes(query.type)).slice(0, 3)
  for (const [round, ms] of [300, 400].entries()) {
    officeWorks(stage, round)
    stage.network.armed.push(...shown.map(() => 'staleList' as const))
    for (const { query } of shown) void pull(tab.device, query).catch(unlessCallError)
    await world.time.pass(world.time.now + ms)
    officeWorks(stage, round + 10)
    void caughtUp(stage, tab)
    await world.time.pass(world.time.now + 4_000)
  }
  stage.network.armed = []
  // Requests on a dead connection end first: an answer from before the last change could not contain it.
  await world.time.pass(world.time.now + 120_000)
  officeWorks(stage, 20)
  await agreeByChanges(stage, waiting)
  // A documented server reports no changes.
  if (!stage.knows?.takesOurs) return
  await repeatAnswer(stage)
  await agreeByChanges(stage, waiting)
}

/**
 * The answer to a change is lost, the office changes the same record, and the changes are read before the call is
 * repeated. A server that keeps keys repeats its first answer, which is older than the row here.
 */
async function repeatAnswer(stage: Stage): Promise<void> {
  const tab = await stage.tab()
  const [violation] = stage.server.tables.rows.violation.values()
  if (!violation) return
  const outbox = () => stage.phone.disk.rows<OutboxEntry>(tab.db.name, 'outbox').length
  const before = outbox()
  // The repeats are lost too, so that there is time to read the changes.
  stage.network.armed = Array(4).fill('answerLost')
  const extend = Number(violation.extend ?? 0) + 7
  await stage.done(perform(tab.device, extendDeadline, { violationId: violation.id }, { extend }))
  await world.time.pass(world.time.now + 4_000)
  officeWorks(stage, 30)
  await catchesUp(stage, tab)
  stage.network.armed = []
  await world.time.pass(world.time.now + 1_200_000, () => outbox() === before)
}

const unlessCallError = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
}

const worked: readonly RecordType[] = ['unit', 'area', 'observation', 'violation']

/** Adds, changes and removes rows of these lists at the office. */
function officeWorks({ server }: Stage, n: number): void {
  const { tables } = server
  const now = server.now()
  const [address] = tables.rows.address.values()
  const [inspection] = tables.rows.inspection.values()
  const [area] = tables.rows.area.values()
  const [violation] = tables.rows.violation.values()
  if (address) insert(tables, 'unit', { number: `Office ${n}`, address_id: address.id }, now)
  if (inspection)
    insert(tables, 'area', { name: `Office ${n}`, notes: null, inspection_id: inspection.id, unit_id: null }, now)
  if (area) {
    const seen = { content: `Office ${n}`, potentialvio: false, area_id: area.id, user_id: 1, codes: [], photos: [] }
    insert(tables, 'observation', seen, now)
  }
  if (violation) Object.assign(violation, { extend: n, updated_at: new Date(now + n).toISOString() })
  const before = [...tables.rows.unit.values()].find((it) => it.number === `Office ${n - 10}`)
  if (before) tables.rows.unit.delete(before.id)
}

/** Reads the changes. False if they were not read within five seconds. */
async function catchesUp(stage: Stage, tab: Tab): Promise<boolean> {
  let isDone = false
  void caughtUp(stage, tab).then((ok) => {
    isDone = ok
  })
  await world.time.pass(world.time.now + 5_000)
  return isDone
}

/**
 * After the changes were read, and without a request of its own, a followed list equals the office's: no change was
 * missed, reverted or invented. `waiting`: rows with unsent work, which show that work.
 */
async function agreeByChanges(stage: Stage, waiting: ReadonlySet<string>): Promise<void> {
  const tab = await stage.tab()
  const { disk } = stage.phone
  const { name } = tab.db
  const feed = () =>
    disk.rows<{ name: string; value: Feed | null }>(name, 'meta').find((it) => it.name === 'feed')?.value
  const before = feed()
  let isDone = await catchesUp(stage, tab)
  // Another tab has read the changes in the three seconds before the office's last work, so they were not read again.
  if (isDone && feed()?.at === before?.at) isDone = await catchesUp(stage, tab)
  const chain = feed()?.chain
  if (!isDone || !chain) return
  const settled = new Set(disk.rows<{ needs: string[] }>(name, 'outbox').flatMap((it) => it.needs))
  for (const { covers, url } of disk.rows<Pull>(name, 'pulls').filter((it) => it.chain === chain)) {
    if (!covers) continue
    const type = covers.type as ModelType
    const fits = (row: object) => isInScope(row, covers.scope)
    const theirs = new Map(
      [...(stage.server.tables.rows[type]?.values() ?? [])].filter(fits).map((row) => [row.id, row]),
    )
    const here = new Map(
      disk
        .rows<ModelRow>(name, type)
        .filter((row) => row.id > 0 && fits(row))
        .map((row) => [row.id, row]),
    )
    const say = (says: string) => stage.violations.push({ id: 'G-09', says: `${url}: ${says}` })
    for (const [id, row] of theirs) {
      if (waiting.has(`${type}:${id}`)) continue
      const mine = here.get(id)
      // A list of open work leaves out work that was done before the list was read, and a list of alerts those removed.
      const isLeftOut = type === 'inspection' || isRemoved(row)
      if (!mine && !isLeftOut) say(`${type}:${id} stands at the office and not in the list`)
      for (const field of compared)
        if (mine && field in row && fingerprint(row[field]) !== fingerprint(mine[field]))
          say(`${type}:${id} shows ${field} ${String(mine[field])}; the office has ${String(row[field])}`)
    }
    for (const id of here.keys())
      if (!stage.server.tables.rows[type]?.has(id) && !waiting.has(`${type}:${id}`) && !settled.has(`${type}:${id}`))
        say(`${type}:${id} is shown, and the office has removed it`)
  }
}
