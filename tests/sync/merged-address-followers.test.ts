import { afterAll, beforeAll, expect, test } from 'vitest'
import { merges } from '../../src/contract/merge.ts'
import { permitsOfAddress } from '../../src/records/permit.ts'
import type { Query } from '../../src/records/query.ts'
import { servicesOfAddress } from '../../src/records/service.ts'
import { violationsOfAddress } from '../../src/records/violation.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'
import { ask, mergePair } from '../server/routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

test('X2 permits and records of service go with a merge of addresses, and back with its undo, on the device too', async () => {
  await freshTown(town)
  await town.pool.query(`
    insert into addresses (combadd) values ('12 Elm St');
    insert into inspections (id, source, address_id, status) overriding system value values (900, 'Other permit', 2, 'Completed');
    insert into permits (permit_type, inspection_id) values ('Other permit', 900);
    insert into violations (id, address_id, user_id, deadline, status) overriding system value values (900, 2, 1, '7 days', 0);
    insert into notice_services (violation_id, how, served_to, note, user_id) values (900, 'posted', 'front door', '', 1)`)
  const phone = await testDevice(town, town.people.ons)
  const lists = [1, 2].flatMap(
    (id) => [violationsOfAddress(id), permitsOfAddress(id), servicesOfAddress(id)] as Query[],
  )
  const seen = async () => {
    phone.clock.pass(10_000)
    for (const it of lists) await refresh(phone, it)
    const types = ['violation', 'permit', 'service'] as const
    const rows = await Promise.all(types.map((type) => phone.db.rows(type).toArray()))
    return [1, 2].map((id) => rows.map((of) => of.filter((it) => it.address_id === id).length))
  }
  await catchUp(phone)
  await seen()
  expect(await seen()).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ])
  const id = await mergePair(town, 'address', [1, 2])
  expect((await seen())[0]).toEqual([1, 1, 1])
  await ask(town, merges.undo, { body: { id }, as: town.people.oas })
  expect(await seen()).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ])
})
