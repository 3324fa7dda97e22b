import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '../../src/contract/address.ts'
import { businesses } from '../../src/contract/business.ts'
import { citations } from '../../src/contract/citation.ts'
import { contacts } from '../../src/contract/contact.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { observations } from '../../src/contract/observation.ts'
import { rooms } from '../../src/contract/room.ts'
import { session } from '../../src/contract/session.ts'
import { sir } from '../../src/contract/sir.ts'
import { units } from '../../src/contract/unit.ts'
import { users } from '../../src/contract/user.ts'
import { violations } from '../../src/contract/violation.ts'
import { type Office, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'
import { type Said, send } from './routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await fillTown(town)
})
afterAll(() => town.close())

/** Random letters, because the database would compress a text of one repeated letter. */
const letters = (length: number, first = 0x4e00) =>
  Array.from({ length }, (_, at) => String.fromCharCode(first + ((at * 7919 + at * at * 31) % 20_000))).join('')

const as = () => town.people.admin

test('a list of code sections that is longer than anybody cites is 422 in words; 200 are asked for one by one', async () => {
  const lists: [Endpoint, Said][] = [
    [observations.add, { params: { areaId: 1 }, body: { content: 'Seen', potentialvio: false, user_id: null } }],
    [violations.add, { body: { address_id: 1, user_id: 1 } }],
  ]
  const said = 'At most 200 code sections can be cited'
  for (const [call, { params, body }] of lists)
    for (const [count, msg] of [
      [201, said],
      [70_000, said],
      [200, expect.stringMatching(/^No code section/)],
    ] as const) {
      const codes = Array.from({ length: count }, (_, at) => 1000 + at)
      const answer = await send(town, call, {
        ...(params ? { params } : {}),
        body: { ...Object(body), codes },
        as: as(),
      })
      expect([answer.status, await answer.json()], `${call.id} ${count}`).toEqual([
        422,
        { detail: [expect.objectContaining({ loc: ['body', 'codes'], msg })] },
      ])
    }
})

/** Every indexed text, by the call that stores it. */
const indexed: [Endpoint, string, Said][] = [
  [addresses.add, 'combadd', { body: {} }],
  [addresses.add, 'property_id', { body: {} }],
  [addresses.save, 'pid', { params: { addressId: 2 }, body: {} }],
  [addresses.save, 'vacancy_status', { params: { addressId: 2 }, body: {} }],
  [units.add, 'number', { params: { addressId: 1 }, body: {} }],
  [contacts.add, 'name', { body: {} }],
  [contacts.save, 'phone', { params: { contactId: 2 }, body: { name: 'Rose' } }],
  [businesses.add, 'name', { body: { address_id: 1 } }],
  [rooms.add, 'name', { body: {} }],
  [inspections.setStatus, 'status', { params: { inspectionId: 1 }, body: {} }],
  [licenses.add, 'license_number', { body: { license_type: 2, paid: false, address_id: 1 } }],
]

test.each(indexed.map(([call, field, said]) => [call.id, field, call, said] as const))(
  '%s: 3,000 characters in %s are 422 and name the field and its limit; 255 of any alphabet are stored',
  async (_, field, call, { params, body }) => {
    const sent = (text: string) =>
      send(town, call, { ...(params ? { params } : {}), body: { ...Object(body), [field]: text }, as: as() })
    const answer = await sent(letters(3_000))
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        detail: [
          expect.objectContaining({
            loc: ['body', field],
            msg: 'Too long: 3,000 characters, at most 255 can be kept',
          }),
        ],
      },
    ])
    expect((await sent(letters(255))).status).toBe(call.status)
  },
)

test('the address of a person and the name at the door are limited too', async () => {
  const email = `${'x'.repeat(300)}@town.example`
  const add = await send(town, users.add, { body: { email, role: 1 }, as: as() })
  expect([add.status, await add.text()]).toEqual([422, expect.stringContaining('at most 255')])
  const enter = await send(town, session.signIn, { body: { username: letters(3_000), password: 'x' } })
  expect([enter.status, await enter.text()]).toEqual([422, expect.stringContaining('at most 255')])
})

test.each([
  ['0001-01-01', '0001-12-31'],
  ['2026-01-01', '9999-12-31'],
  ['9999-12-31', '9999-12-31'],
  ['1899-12-31', '2026-01-01'],
])('the figures of %s to %s are 422, not a mistake of the server', async (start_date, end_date) => {
  const answer = await send(town, sir.stats, { search: { start_date, end_date } })
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('1900 to 2199')])
})

test('the figures of all days that there are can be asked for', async () => {
  const answer = await send(town, sir.stats, { search: { start_date: '1900-01-01', end_date: '2199-12-31' } })
  expect(answer.status).toBe(200)
})

test('days before 1900 and after 2199 are 422 in bodies', async () => {
  const fine = { violation_id: 1, user_id: 1, fine: 1, code_id: 1 }
  const refused: [Endpoint, Said][] = [
    [citations.add, { body: { ...fine, deadline: '0001-01-01' } }],
    [businesses.add, { body: { name: 'Bakery', address_id: 1, opened_on: '9999-12-31' } }],
    [businesses.save, { params: { businessId: 1 }, body: { opened_on: '1899-12-31' } }],
    [licenses.save, { params: { licenseId: 1 }, body: { date_issued: '2200-01-01' } }],
    [inspections.schedule, { params: { inspectionId: 1 }, body: { scheduled_datetime: '0001-01-01T10:00' } }],
    [inspections.schedule, { params: { inspectionId: 1 }, body: { scheduled_datetime: '2026-02-30T10:00' } }],
    [inspections.schedule, { params: { inspectionId: 1 }, body: { scheduled_datetime: '2026-02-03T25:99' } }],
  ]
  for (const [call, said] of refused)
    expect((await send(town, call, { ...said, as: as() })).status, `${call.id} ${JSON.stringify(said.body)}`).toBe(422)
})

test('numbers beyond what the database holds are 4xx: ids, counts, places, pages', async () => {
  for (const path of [
    '/api/contacts/?skip=99999999999999999999',
    '/api/contacts/?limit=2147483648',
    '/api/areas/9223372036854775807',
    '/api/violations/?assigned_user_id=9223372036854775807',
    '/api/violations/?unit_id=1e400',
    '/api/audit?record_id=9007199254740993',
  ]) {
    const { status } = await town.fetch(path, { as: as() })
    expect([400, 404, 422], `${path} ${status}`).toContain(status)
  }
  const business = (employee_count: number) =>
    send(town, businesses.save, { params: { businessId: 1 }, body: { employee_count }, as: as() })
  expect((await business(2 ** 31)).status).toBe(422)
  expect((await business(Number.MAX_SAFE_INTEGER)).status).toBe(422)
  expect(
    (await send(town, addresses.save, { params: { addressId: 2 }, body: { latitude: 1e308 }, as: as() })).status,
  ).toBe(422)
})
