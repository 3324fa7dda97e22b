import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/address.ts'
import { areas } from '../../src/contract/area.ts'
import { businesses } from '../../src/contract/business.ts'
import { calls } from '../../src/contract/calls.ts'
import { citations } from '../../src/contract/citation.ts'
import { comments, contactComments } from '../../src/contract/comment.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { observations } from '../../src/contract/observation.ts'
import { rooms } from '../../src/contract/room.ts'
import { sync } from '../../src/contract/sync.ts'
import { users } from '../../src/contract/user.ts'
import { violations } from '../../src/contract/violation.ts'
import { shapeOf } from '../../src/server/coerce.ts'
import { type Office, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'
import { addCodes, ask, refusal, send } from './routes/ask.ts'
import { jpeg } from './visit.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await fillTown(town)
})
afterAll(() => town.close())

const count = async (table: string) => Number((await town.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

describe('who is who', () => {
  test.each(['guest', 'ons', 'oas'] as const)(
    'US-05 %s cannot make an Admin of anybody, in a batch neither',
    async (name) => {
      const as = town.people[name]
      const body = { email: as.email, name: as.name, role: 3, active: true }
      expect(await refusal(town, users.save, { params: { userId: as.id }, body, as })).toMatch(/^403/)
      const batched = await ask(town, sync.batch, {
        body: [{ key: `role-${name}`, method: 'PUT', path: `/users/${as.id}`, body }],
        as,
      })
      expect(batched[0]?.status).toBe(403)
      const { rows } = await town.pool.query('select role from users where id = $1', [as.id])
      expect(rows[0].role).toBe(as.role)
    },
  )

  test("G-14 CF-08 the author is the token's user, whoever the body names", async () => {
    const { ons, admin } = town.people
    const named = { user_id: admin.id }
    const answers = [
      await ask(town, comments.addToAddress, { params: { addressId: 1 }, body: { ...named, content: 'Seen' } }),
      await ask(town, comments.addToUnit, { body: { ...named, content: 'Seen', address_id: 1, unit_id: 1 } }),
      await ask(town, contactComments.add, { params: { contactId: 1 }, body: { ...named, comment: 'Seen' } }),
      await ask(town, observations.add, {
        params: { areaId: 1 },
        body: { ...named, content: 'Seen', potentialvio: false, codes: [] },
      }),
      await ask(town, violations.comment, {
        params: { violationId: 1 },
        body: { ...named, content: 'Seen', violation_id: 1 },
      }),
      await ask(town, violations.add, { body: { ...named, address_id: 1, codes: [1] } }),
      await ask(town, citations.add, {
        body: { ...named, violation_id: 1, fine: 5, deadline: '2026-12-01', code_id: 1 },
      }),
    ]
    expect(answers.map(({ user_id }) => user_id)).toEqual(answers.map(() => ons.id))
    const { rows } = await town.pool.query('select distinct user_id from audit_log order by 1')
    expect(rows.map(({ user_id }) => user_id)).toEqual([ons.id, admin.id])
  })

  test('ids of another parent are 404, and nothing is stored', async () => {
    const before = [
      await count('areas'),
      await count('comments'),
      await count('violations'),
      await count('address_contacts'),
    ]
    const foreign: [Endpoint, object][] = [
      [areas.addToUnit, { params: { inspectionId: 1, unitId: 2 }, body: { name: 'Hall' } }],
      [areas.ofUnit, { params: { inspectionId: 1, unitId: 2 } }],
      [areas.countOfUnit, { params: { inspectionId: 1, unitId: 2 } }],
      [addresses.unlinkContact, { params: { addressId: 1, contactId: 2 } }],
      [comments.addToAddress, { params: { addressId: 1 }, body: { content: 'Seen', user_id: 1, unit_id: 2 } }],
      [comments.addToUnitWithFiles, { params: { unitId: 2 }, body: { content: 'Seen', user_id: 1, address_id: 1 } }],
      [violations.add, { body: { address_id: 1, user_id: 1, inspection_id: 2 } }],
      [violations.add, { body: { address_id: 1, user_id: 1, unit_id: 2 } }],
      [businesses.add, { body: { name: 'Wrong door', address_id: 1, unit_id: 2 } }],
      [businesses.unlinkContact, { params: { businessId: 1, contactId: 2 } }],
      [inspections.add, { body: { source: 'Complaint', address_id: 1, unit_id: 2 } }],
    ]
    for (const [call, said] of foreign) expect(await refusal(town, call, said), call.id).toMatch(/^404 \w+.* not /)
    expect([
      await count('areas'),
      await count('comments'),
      await count('violations'),
      await count('address_contacts'),
    ]).toEqual(before)
  })

  test('a business of another address is 404 in words; its own address and none are taken', async () => {
    const away = (await ask(town, businesses.add, { body: { name: 'Next Door', address_id: 2 } })).id
    const here = (await ask(town, businesses.add, { body: { name: 'In House', address_id: 1 } })).id
    const creates: ((business_id: number) => [Endpoint, object])[] = [
      (business_id) => [inspections.add, { source: 'Business License', address_id: 1, business_id }],
      (business_id) => [violations.add, { address_id: 1, user_id: 1, business_id }],
      (business_id) => [licenses.add, { license_type: 1, paid: false, address_id: 1, business_id }],
    ]
    const tables = ['inspections', 'violations', 'licenses']
    const before = await Promise.all(tables.map(count))
    for (const create of creates) {
      const [call, body] = create(away)
      expect(await refusal(town, call, { body }), call.id).toBe('404 This business is not at this address')
    }
    expect(await Promise.all(tables.map(count))).toEqual(before)
    for (const create of creates) {
      const [call, body] = create(here)
      expect(await ask(town, call, { body }), call.id).toMatchObject({ business_id: here, address_id: 1 })
    }
    const nowhere = { source: 'Complaint', business_id: away }
    expect(await ask(town, inspections.add, { body: nowhere })).toMatchObject({ business_id: away, address_id: null })
  })

  test('a path and a body that name two addresses mean the one of the path', async () => {
    const body = { address_id: 2, user_id: 1, codes: [1] }
    expect((await ask(town, addresses.addViolation, { params: { addressId: 1 }, body })).address_id).toBe(1)
  })
})

describe('fields and figures', () => {
  test('dangerous names in a body change nothing but what is asked for', async () => {
    const raw =
      '{"name":"Loft","id":1,"created_at":"1999-01-01T00:00:00Z","created_by_key":"x","password_hash":"x","__proto__":{"role":3,"isAdmin":true},"constructor":{"prototype":{"role":3}},"$where":"1","toString":null}'
    const answer = await town.fetch('/api/rooms/', {
      method: 'POST',
      body: raw,
      headers: { 'Content-Type': 'application/json' },
      as: town.people.admin,
    })
    const room = (await answer.json()) as { id: number; name: string; created_at: string }
    expect([answer.status, room.name]).toEqual([200, 'Loft'])
    expect([room.id > 2, room.created_at.startsWith('1999')]).toEqual([true, false])
    expect(({} as { role?: number }).role).toBeUndefined()
    const body = { email: 'ons2@town.example', role: 1, password_hash: 'x', id: 4 }
    await ask(town, users.save, { params: { userId: 2 }, body, as: town.people.admin })
    const { rows } = await town.pool.query('select count(*)::int as n from users where password_hash = $1', ['x'])
    expect(rows[0].n).toBe(0)
  })

  test('no new record takes an id, a stamp, an author or a key from its body', async () => {
    const { admin } = town.people
    const forged = {
      ...{ id: 777, created_at: '1999-01-01T00:00:00Z', updated_at: '1999-01-01T00:00:00Z' },
      ...{ created_by_key: 'x', closed_at: '1999-01-01T00:00:00Z' },
    }
    const made: { id: number; created_at?: string | null | undefined }[] = [
      await ask(town, addresses.add, { body: { combadd: '7 FORGED LN', ...forged }, as: admin }),
      await ask(town, inspections.add, { body: { source: 'Complaint', address_id: 1, ...forged } }),
      await ask(town, observations.add, {
        params: { areaId: 1 },
        body: { content: 'Seen', potentialvio: false, codes: [], user_id: 1, ...forged },
      }),
      await ask(town, violations.add, { body: { address_id: 1, user_id: 1, ...forged } }),
      await ask(town, comments.addToAddress, {
        params: { addressId: 1 },
        body: { content: 'Said', user_id: 1, ...forged },
      }),
      await ask(town, citations.add, {
        body: { violation_id: 1, user_id: 1, fine: 5, deadline: '2026-12-01', code_id: 1, ...forged },
      }),
    ]
    for (const { id, created_at } of made) {
      expect(id).not.toBe(777)
      expect(created_at).toBeTruthy()
      expect(created_at).not.toMatch(/^1999/)
    }
  })

  test.each([-5, 1.5, 1e9, '3 days', null, Number.NaN])(
    'VD-02 an extension by %s is 422, and the deadline stands',
    async (extend) => {
      const params = { violationId: 1 }
      const before = await ask(town, violations.one, { params })
      expect(await refusal(town, violations.extend, { params, body: { extend } })).toMatch(/^422/)
      expect((await ask(town, violations.one, { params })).deadline_date).toBe(before.deadline_date)
    },
  )

  test.each([7, -1, 1.5, 'Paid', null])('CT-05 a citation of status %s is 422', async (status) => {
    const params = { citationId: 1 }
    expect(await refusal(town, citations.setStatus, { params, body: { status } })).toMatch(/^422/)
    expect((await ask(town, citations.one, { params })).status).toBe(0)
  })
})

const listed = calls.filter(({ method, search }) => method === 'GET' && shapeOf(search)?.limit)
const searching = calls.filter(
  ({ method, search }) => method === 'GET' && (shapeOf(search)?.query ?? shapeOf(search)?.search),
)

const readRaw = async ({ path }: Endpoint, query: string) =>
  town.fetch(`/api${path.replaceAll(/:\w+/g, '1')}?${query}`, { as: town.people.admin })

describe('lists and searches', () => {
  test('GS-01 every search is there to be tried', () => {
    expect(searching.length).toBeGreaterThanOrEqual(4)
    expect(listed.length).toBeGreaterThanOrEqual(10)
  })

  test.each(listed.map((call) => [call.id, call] as const))(
    'G-12 %s with a limit of -1 is 422, and of a thousand million 422 or capped',
    async (_, call) => {
      expect((await readRaw(call, 'limit=-1')).status).toBe(422)
      expect([200, 422]).toContain((await readRaw(call, 'limit=1000000000')).status)
      expect((await readRaw(call, 'limit=1&query=elm')).status).toBe(200)
    },
  )

  test.each(searching.map((call) => [call.id, call] as const))(
    'C-34 %s takes signs of the database for what they are',
    async (_, call) => {
      const name = shapeOf(call.search)?.query ? 'query' : 'search'
      for (const typed of ['%', '_', '%%', "'", "' or 1=1 --", '\\', '%_%', 'x'.repeat(10_000), '(.*)', '"']) {
        const answer = await readRaw(call, `${name}=${encodeURIComponent(typed)}`)
        expect([answer.status, await answer.json()], typed.slice(0, 20)).toEqual([200, []])
      }
      for (const broken of ['%00', 'a%00b', '%0']) {
        const answer = await readRaw(call, `${name}=${broken}`)
        if (broken === '%0') expect(answer.status).toBe(200)
        else expect(answer.status).toBe(422)
      }
      // Half a character, or bytes that are no text at all, match nothing: they cannot be stored either.
      for (const broken of ['%ED%A0%80', '%ff%fe']) {
        const answer = await readRaw(call, `${name}=${broken}`)
        if (answer.status === 200) expect(await answer.json()).toEqual([])
        else expect(answer.status).toBe(422)
      }
    },
  )

  test.each([
    '/api/files/..%2f..%2fetc%2fpasswd',
    '/api/..%2f.env',
    '/.git/config',
    '/assets/..%2f..%2fpackage.json',
    '/..;/',
  ])('there is nothing at %s', async (path) => {
    expect([403, 404]).toContain((await fetch(`${town.url}${path}`)).status)
  })
})

test('G-15 inspections, violations, citations, comments and photos have no call that deletes them', () => {
  const removing = calls.filter(({ method }) => method === 'DELETE').map(({ id }) => id)
  expect(removing).toEqual(['B12', 'B50', 'B100', 'B103'])
})

test('VD-05 a dismissed violation is not reopened, and one abated twice at once is abated once', async () => {
  const { id } = await ask(town, violations.add, { body: { address_id: 1, user_id: 1 } })
  const params = { violationId: id }
  const abate = () => refusal(town, violations.abate, { params, body: { status: 1 } })
  const answers = await Promise.all([abate(), abate(), abate()])
  expect(answers.filter((it) => it.startsWith('409'))).toHaveLength(2)
  await town.pool.query('update violations set status = 3 where id = $1', [id])
  expect(await refusal(town, violations.reopen, { params, body: { status: 0 } })).toMatch(/^409/)
  expect(await abate()).toMatch(/^409/)
})

describe('when something gives way underneath', () => {
  const files = () =>
    readdirSync(join(town.config.dataFolder, 'files'), { recursive: true, withFileTypes: true }).filter((it) =>
      it.isFile(),
    ).length

  /** Lets every insert into the table do this first. */
  const disturb = async (table: string, what: string) => {
    await town.pool.query(
      `create function disturbance() returns trigger language plpgsql as $$ begin ${what}; return new; end $$`,
    )
    await town.pool.query(
      `create trigger disturbance before insert on ${table} for each row execute function disturbance()`,
    )
    return () => town.pool.query('drop function disturbance() cascade')
  }

  const upload = async () =>
    send(town, observations.addPhoto, {
      params: { observationId: 1 },
      files: [{ name: 'a.jpg', bytes: await jpeg() }],
      headers: { 'Idempotency-Key': 'photo-in-trouble' },
    })

  test('a database that goes away in the middle is 503 with Retry-After; no half record stays, and the same key works then', async () => {
    const [rows, stored] = [await count('attachments'), files()]
    const calm = await disturb('attachments', 'perform pg_sleep(30)')
    const asked = upload()
    const isAsleep = sql`select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    let found = await town.db.execute<{ pid: number }>(isAsleep)
    for (let tries = 0; found.rows.length === 0 && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      found = await town.db.execute<{ pid: number }>(isAsleep)
    }
    await town.pool.query('select pg_terminate_backend($1)', [found.rows[0]?.pid])
    const answer = await asked
    expect([answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([503, 15])
    expect(await answer.json()).toEqual({ detail: expect.stringContaining('Nothing was changed') })
    expect([await count('attachments'), files()]).toEqual([rows, stored])
    await calm()
    expect((await upload()).status).toBe(201)
    expect(await count('attachments')).toBe(rows + 1)
  })

  test.each([
    ['a full disk of the database', '53100'],
    ['no memory left', '53200'],
    ['a database that shuts down', '57P01'],
    ['a deadlock', '40P01'],
  ])('%s is 503 with Retry-After, and neither row, key, log line nor bytes stay', async (_, code) => {
    const kept = async () => [
      await count('attachments'),
      await count('idempotency_keys'),
      await count('audit_log'),
      files(),
    ]
    const before = await kept()
    const calm = await disturb('attachments', `raise exception 'trouble' using errcode = '${code}'`)
    const answer = await send(town, observations.addPhoto, {
      params: { observationId: 2 },
      files: [{ name: 'a.jpg', bytes: await jpeg() }],
      headers: { 'Idempotency-Key': `photo-${code}` },
    })
    await calm()
    expect([answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([503, 15])
    expect(JSON.stringify(await answer.json())).not.toMatch(/trouble|insert|attachments/)
    expect(await kept()).toEqual(before)
  })

  test('G-07 the same photo sent five times at once under one key is one row, one set of files, one answer', async () => {
    const [rows, stored] = [await count('attachments'), files()]
    const bytes = await jpeg()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        send(town, observations.addPhoto, {
          params: { observationId: 1 },
          files: [{ name: 'five.jpg', bytes }],
          headers: { 'Idempotency-Key': 'photo-five' },
        }),
      ),
    )
    const said = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    expect(new Set(said).size).toBe(1)
    expect([await count('attachments'), files()]).toEqual([rows + 1, stored + 3])
  })

  test('a call that fails after its first step leaves nothing of the first', async () => {
    const [codeId] = await addCodes(town, 'Broken window')
    const before = [await count('violations'), await count('violation_codes')]
    const calm = await disturb('violation_codes', "raise exception 'trouble' using errcode = '53100'")
    const answer = await send(town, violations.add, { body: { address_id: 1, user_id: 1, codes: [codeId] } })
    await calm()
    expect([answer.status, await count('violations'), await count('violation_codes')]).toEqual([503, ...before])
  })

  test('honest calls stay quick beside five that wait for the database', async () => {
    const calm = await disturb('prompts', 'perform pg_sleep(1)')
    const waiting = Array.from({ length: 5 }, () =>
      send(town, rooms.addPrompt, { params: { roomId: 1 }, body: { content: 'Slow' }, as: town.people.admin }),
    )
    const begun = performance.now()
    await ask(town, rooms.list)
    expect(performance.now() - begun).toBeLessThan(900)
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
    await calm()
  })
})
