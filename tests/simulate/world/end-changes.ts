import type { Pull } from '../../../src/db/database.ts'
import { fingerprint } from '../../../src/sync/entry/fingerprint.ts'
import { world } from './platform.ts'
import { caughtUp } from './pulls.ts'
import type { ModelRow, ModelType } from './server-tables.ts'
import type { Stage } from './stage.ts'

/** Fields by which the rows of the lists here are known to be the office's. */
const compared = ['status', 'scheduled_datetime', 'number', 'name', 'content', 'potentialvio', 'extend', 'comment']

/**
 * A list that is followed is, after the changes were read and without any question of its own, what the office has: no
 * change was passed over, taken back or invented. `waiting`: rows with unsent work, which show that instead.
 */
export async function agreeByChanges(stage: Stage, waiting: ReadonlySet<string>): Promise<void> {
  const tab = await stage.tab()
  let isDone = false
  void caughtUp(stage, tab).then((ok) => {
    isDone = ok
  })
  await world.time.pass(world.time.now + 5_000)
  const { disk } = stage.phone
  const { name } = tab.db
  const feed = disk
    .rows<{ name: string; value: { chain: string } | null }>(name, 'meta')
    .find((it) => it.name === 'feed')
  if (!isDone || !feed?.value) return
  const { chain } = feed.value
  const settled = new Set(disk.rows<{ needs: string[] }>(name, 'outbox').flatMap((it) => it.needs))
  for (const { covers, url } of disk.rows<Pull>(name, 'pulls').filter((it) => it.chain === chain)) {
    if (!covers) continue
    const type = covers.type as ModelType
    const fits = (row: object) =>
      Object.entries(covers.scope).every(([field, value]) => Reflect.get(row, field) === value)
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
      // A list of open work leaves out what was done before it was read.
      if (!mine && type !== 'inspection') say(`${type}:${id} stands at the office and not in the list`)
      for (const field of compared)
        if (mine && field in row && fingerprint(row[field]) !== fingerprint(mine[field]))
          say(`${type}:${id} shows ${field} ${String(mine[field])}; the office has ${String(row[field])}`)
    }
    for (const id of here.keys())
      if (!stage.server.tables.rows[type]?.has(id) && !waiting.has(`${type}:${id}`) && !settled.has(`${type}:${id}`))
        say(`${type}:${id} is shown, and the office has removed it`)
  }
}
