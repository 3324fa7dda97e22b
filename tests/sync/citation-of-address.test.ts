import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Citation } from '../../src/contract/citation.ts'
import { addCitation, citationsOfAddress } from '../../src/records/citation.ts'
import { queryName } from '../../src/records/query.ts'
import { violationsOfAddress } from '../../src/records/violation.ts'
import { citationsHere } from '../../src/screens/address/known-citations.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull, pullValue } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let violationId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await freshTown(town)
  const { rows } = await town.pool.query(
    "insert into violations (address_id, user_id, deadline) values (1, 1, '7 days') returning id",
  )
  violationId = rows[0].id
  await town.pool.query("insert into codes (chapter, section, name) values ('8', '04.010', 'Weeds')")
  phone = await testDevice(town, town.people.ons)
  await pull(phone, violationsOfAddress(1))
  await pullValue(phone, citationsOfAddress(1))
})

/** What the tab of the address shows. */
const shown = async () => {
  const answer = await phone.db.pulls.get(queryName(citationsOfAddress(1)))
  const { rows } = await citationsHere(phone.db, 1, { rows: answer?.value as Citation[], problem: undefined })
  return rows?.map(({ id, citationid }) => [id > 0, citationid])
}

test('CT-14 a citation stays at its address when it is sent, before the address is asked for anew', async () => {
  const { id: codeId } = (await town.pool.query('select min(id) as id from codes')).rows[0]
  const citation = { violation_id: violationId, user_id: 1, code_id: codeId, fine: 100, deadline: '2031-01-01' }
  await perform(phone, addCitation, {}, { ...citation, citationid: 'C-1' })
  expect(await shown()).toEqual([[false, 'C-1']])
  await phone.drain()
  expect(await shown()).toEqual([[true, 'C-1']])
  // The new answer has it, once.
  await pullValue(phone, citationsOfAddress(1))
  expect(await shown()).toEqual([[true, 'C-1']])
})
