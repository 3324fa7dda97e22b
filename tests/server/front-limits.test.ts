import { afterEach, expect, test } from 'vitest'
import { frontTown } from '../harness/front-town.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('I18 a front passes on a 429 without the key, since the other server means every call and not this one', async () => {
  const { visit, fates, open, ons } = await frontTown(closers)
  const { url } = await open()
  const send = () =>
    fetch(`${url}/api/inspections/${visit.inspectionId}/areas`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Shed' }),
      headers: {
        Authorization: `Bearer ${ons.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': '"one"',
      },
    })
  fates.push('refused')
  const refused = await send()
  expect([refused.status, refused.headers.get('Idempotency-Key')]).toEqual([429, null])
  const made = await send()
  expect([made.status, made.headers.get('Idempotency-Key')]).toEqual([200, '"one"'])
})
