import { afterAll, beforeAll, expect, test } from 'vitest'
import { promptsOfRoom } from '../../src/records/room.ts'
import { bringUpToDate } from '../../src/sync/pull/changes.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await smallTown(town)
})
afterAll(() => town.close())

test.each([
  ['list', (device: Parameters<typeof pull>[0], room: number) => pull(device, promptsOfRoom(room))],
  ['changes', (device: Parameters<typeof pull>[0], room: number) => bringUpToDate.list(device, promptsOfRoom(room))],
])(
  'RM-09 what was typed about a prompt that somebody else deleted goes once the %s says so, and no earlier',
  async (_, ask) => {
    const desk = await testDevice(town, town.people.admin)
    const add = async (name: string) => {
      const { rows } = await town.pool.query('insert into rooms (name) values ($1) returning id', [name])
      const room = Number(rows[0]?.id)
      const made = await town.pool.query(
        "insert into prompts (content, room_id) values ('Stairs', $1), ('Light', $1) returning id",
        [room],
      )
      return { room, ids: made.rows.map((it) => Number(it.id)) }
    }
    const attic = await add('Attic')
    const cellar = await add('Cellar')
    await pull(desk, promptsOfRoom(attic.room))
    const [gone = 0, stays = 0, unread = 0] = [...attic.ids, ...cellar.ids]
    const form = (id: number) => `prompt-edit/prompt:${id}`
    for (const id of [gone, stays, unread])
      await desk.db.drafts.put({ form: form(id), values: { content: 'Other words' }, savedAt: 1 })
    await town.pool.query('delete from prompts where id = $1', [gone])
    const typed = async () => (await desk.db.drafts.toArray()).map((it) => it.form).sort()
    expect(await typed()).toEqual([gone, stays, unread].map(form).sort())
    await ask(desk, attic.room)
    expect(await desk.db.rows('prompt').get(gone)).toBe(undefined)
    expect(await typed()).toEqual([stays, unread].map(form).sort())
  },
)
