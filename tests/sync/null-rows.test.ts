import { expect, test } from 'vitest'
import { allInspections } from '../../src/records/inspection.ts'
import { observationsOfArea } from '../../src/records/observation.ts'
import { rowsOf } from '../../src/records/query.ts'
import { allUsers } from '../../src/records/user.ts'
import { allViolations } from '../../src/records/violation.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { profileOf } from '../../src/sync/session/sign-in.ts'
import { testDevice } from '../harness/device.ts'

/* A documented server stores null where every record of ours has a value, and answers whole lists with it. */

const json = (body: unknown) => Response.json(body)

/** A phone whose server answers every call with the same rows. */
async function phoneReading(rows: object[]) {
  const phone = await testDevice({ url: 'http://town' }, { id: 7, token: 't' })
  phone.fetch = async () => json(rows)
  return phone
}

test('EN-13 VL-02 one violation without a status leaves the list readable, and counts as Current', async () => {
  const phone = await phoneReading([
    { id: 1, address_id: 2, status: 1 },
    { id: 2, address_id: 2, status: null },
  ])
  await pull(phone, allViolations())
  expect((await rowsOf(phone.db, allViolations())).map((it) => [it.id, it.status])).toEqual([
    [1, 1],
    [2, 0],
  ])
})

test('EN-08 one inspection without a source leaves the list readable', async () => {
  const phone = await phoneReading([
    { id: 1, source: 'Business License' },
    { id: 2, source: null },
  ])
  await pull(phone, allInspections())
  const rows = await rowsOf(phone.db, allInspections())
  expect(rows.map((it) => [it.id, it.source]).toSorted()).toEqual([
    [1, 'Business License'],
    [2, ''],
  ])
})

test('EN-12 one observation without codes, photos or a flag leaves the list readable', async () => {
  const bare = { id: 1, area_id: 3, content: 'Loose wire', potentialvio: null, codes: null, photos: null }
  const phone = await phoneReading([bare])
  await pull(phone, observationsOfArea(3))
  expect(await phone.db.rows('observation').toArray()).toEqual([
    { ...bare, potentialvio: false, codes: [], photos: [] },
  ])
})

test('EN-01 SE-03 a user without a role can sign in, as a Guest, and leaves the list of users readable', async () => {
  const user = { id: 7, email: 'ona@town.example', role: null }
  const ask = { base: 'http://town/api', fetch: async () => json(user) }
  expect(await profileOf(ask, 't')).toMatchObject({ kind: 'profile', user: { ...user, role: 0 } })
  const phone = await phoneReading([user])
  await pull(phone, allUsers())
  expect(await rowsOf(phone.db, allUsers())).toEqual([{ ...user, role: 0 }])
})
