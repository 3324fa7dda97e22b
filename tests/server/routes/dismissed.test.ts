import { afterAll, beforeAll, expect, test } from 'vitest'
import { merges as calls } from '../../../src/contract/merge.ts'
import { type Office, office } from '../../harness/office.ts'
import { mergePair, send } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

test('X110 pairs of records that were merged since take no place in a part of the list', async () => {
  const as = town.people.oas
  await town.pool.query(
    `insert into contacts (id, name) overriding system value select n, 'Person ' || n from generate_series(1, 9) n`,
  )
  await town.pool.query(
    `insert into addresses (id, combadd) overriding system value values (1, '1 A STREET'), (2, '2 A STREET')`,
  )
  await town.pool.query(
    `insert into businesses (id, name, address_id) overriding system value values (1, 'Deli', 1), (2, 'Shop', 2)`,
  )
  // The pairs with the higher numbers are older.
  await town.pool.query(`
    insert into dismissed_doubles (kind, first_id, second_id, made_at, made_by)
    select 'contact', 1, n, now() - n * interval '1 minute', 1 from generate_series(2, 9) n
    union all select kind, 1, 2, now() - interval '1 day', 1 from unnest(array['address', 'business']) as kind
    union all select kind, 1, 3, now() - interval '2 days', 1 from unnest(array['address', 'business']) as kind`)
  const part = async (search: Record<string, number> = {}) => {
    const answer = await send(town, calls.dismissed, { as, search })
    const pairs = calls.dismissed.reply.parse(await answer.json())
    return {
      count: answer.headers.get('X-Total-Count'),
      pairs: pairs.map(({ kind, second }) => `${kind} ${second.id}`),
    }
  }
  expect(await part({ limit: 2 })).toEqual({ count: '10', pairs: ['contact 2', 'contact 3'] })

  for (let loser = 2; loser <= 6; loser++) await mergePair(town, 'contact', [9, loser])
  const left = ['contact 7', 'contact 8', 'contact 9', 'address 2', 'business 2']
  expect(await part()).toEqual({ count: '5', pairs: left })
  expect(await part({ skip: 0, limit: 2 })).toEqual({ count: '5', pairs: left.slice(0, 2) })
  expect(await part({ skip: 2, limit: 2 })).toEqual({ count: '5', pairs: left.slice(2, 4) })
  expect(await part({ skip: 4, limit: 2 })).toEqual({ count: '5', pairs: left.slice(4) })
})
