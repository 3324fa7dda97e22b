import { afterAll, beforeAll, expect, test } from 'vitest'
import { Changes } from '../../src/contract/sync.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const since = async (cursor: string, limit = 500) => {
  const answer = await town.fetch(`/api/sync/changes?since=${encodeURIComponent(cursor)}&limit=${limit}`, {
    as: town.people.ons,
  })
  expect(answer.status).toBe(200)
  return Changes.parse(await answer.json())
}

test('G-09 changes since a cursor come once, in order, as the list shows them; deletions come without a row', async () => {
  const start = (await since('0')).cursor
  await town.pool.query("insert into rooms (name) values ('Pantry'), ('Loft')")
  await town.pool.query(
    "insert into prompts (content, room_id) select 'Shelves are firm', id from rooms where name = 'Pantry'",
  )
  const first = await since(start)
  expect(first.changes.map((it) => it.type).sort()).toEqual(['prompt', 'room', 'room'])
  expect(first.changes.find((it) => it.type === 'prompt')?.row).toMatchObject({ content: 'Shelves are firm' })
  expect((await since(first.cursor)).changes).toEqual([])
  await town.pool.query("delete from rooms where name = 'Loft'")
  const gone = await since(first.cursor)
  expect(gone.changes).toMatchObject([{ type: 'room', row: null }])
})

test('G-09 a long list of changes comes in pages that leave nothing out', async () => {
  const start = (await since('0')).cursor
  await town.pool.query("insert into rooms (name) select 'Room ' || n from generate_series(1, 25) n")
  const seen: number[] = []
  let cursor = start
  for (let more = true; more; ) {
    const page = await since(cursor, 10)
    seen.push(...page.changes.map((it) => it.id))
    cursor = page.cursor
    more = page.more
  }
  expect(new Set(seen).size).toBe(25)
  expect(seen).toHaveLength(25)
})

test('a cursor that was not made here is refused in words', async () => {
  const answer = await town.fetch('/api/sync/changes?since=yesterday', { as: town.people.ons })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ detail: 'This cursor was not made here' })
})

test('G-09 a citation that comes or is paid changes its violation too, whose fines owed are part of it', async () => {
  const { addressId, codeId } = await smallTown(town)
  const { rows } = await town.pool.query<{ id: string }>(
    "insert into violations (address_id, deadline, violation_type) values ($1, '7 days', 'doorhanger') returning id",
    [addressId],
  )
  const id = Number(rows[0]?.id)
  const changes = [
    [
      `insert into citations (violation_id, fine, deadline, code_id, citationid, status)
       values (${id}, 500, '2027-01-01', ${codeId}, 'C-1', 0)`,
      500,
    ],
    [`update citations set status = 1 where violation_id = ${id}`, 0],
  ] as const
  for (const [change, owed] of changes) {
    const { cursor } = await since('0')
    await town.pool.query(change)
    const { changes } = await since(cursor)
    expect(changes.map((it) => it.type).sort()).toEqual(['citation', 'violation'])
    expect(changes.find((it) => it.type === 'violation')?.row).toMatchObject({ id, outstanding_fines_total: owed })
  }
})
