import { expect, test } from 'vitest'
import { endOfDay } from '../../src/rules/dates.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { testDevice } from '../harness/device.ts'
import { office } from '../harness/office.ts'

test('C-15 VD-01 a place is prepared when its violation comes due in the town, wherever the town is', async () => {
  const town = await office()
  try {
    await town.pool.query(`
      with place as (insert into addresses (combadd) values ('7 ASH WAY') returning id)
      insert into violations (address_id, user_id, deadline, violation_type)
        select id, ${town.people.ons.id}, '30 days', 'doorhanger' from place`)
    const path = `/api/dash/violations/${town.people.ons.id}`
    const rows = await (await town.fetch(path, { as: town.people.ons })).json()
    // As a documented server has it: a day, which ends at another moment in each zone.
    const due = rows.map((row: object) => ({ ...row, deadline_date: '2026-12-04' }))
    const preparedIn = async (zone: string) => {
      const phone = await testDevice(town, town.people.ons)
      phone.clock.now = endOfDay('2026-12-01', 'America/New_York').getTime() + 3_600_000
      phone.signal.answerWith(
        9,
        () => Response.json(due),
        (it) => new URL(it.url).pathname === path,
      )
      const packs = await prepareField(phone, new AddressSearch(phone), () => undefined, zone)
      return packs.flatMap((it) => it.title ?? [])
    }
    expect(await preparedIn('America/New_York')).toEqual(['Violations at 7 ASH WAY'])
    expect(await preparedIn('Pacific/Honolulu')).toEqual([])
  } finally {
    await town.close()
  }
})
