import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { services as calls } from '../../../src/contract/service.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { freshTown } from '../../harness/town.ts'
import { jpeg } from '../visit.ts'
import { ask, send } from './ask.ts'

let town: Office
let violationId = 0
let addressId = 0
beforeAll(async () => {
  town = await office()
  const place = await freshTown(town)
  addressId = place.addressId
  const body = { address_id: addressId, user_id: town.people.ons.id, codes: [place.codeId] }
  violationId = (await ask(town, violations.add, { body })).id
})
afterAll(() => town.close())

/** A PNG of one pixel. */
const signature =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const handed = {
  how: 'handed' as const,
  served_to: 'Rose',
  note: 'At the back door',
  lat: 39.1,
  lng: -75.5,
  accuracy: 8,
}

describe('records of service', () => {
  test('a service is recorded with who, how, to whom, where, signature and photo of the door', async () => {
    const files = [{ name: 'door.jpg', bytes: await jpeg() }]
    const body = { ...handed, signature, observed_at: '2026-11-18T20:00:00Z' }
    const made = await ask(town, calls.add, { params: { violationId }, body, files })
    expect(made).toMatchObject({ ...handed, signature, violation_id: violationId, address_id: addressId })
    expect(made).toMatchObject({
      user_id: town.people.ons.id,
      voided_at: null,
      observed_at: '2026-11-18T20:00:00.000Z',
    })
    expect(made.photos?.map((it) => it.filename)).toEqual(['door.jpg'])
    expect(await ask(town, calls.ofViolation, { params: { violationId } })).toEqual([made])
    expect(await ask(town, calls.ofAddress, { params: { addressId } })).toEqual([made])
    expect(await ask(town, calls.files, { params: { serviceId: made.id } })).toEqual(made.photos)
  })

  test('a mistaken one is voided with its reason and stays; the first reason is never written over', async () => {
    const { id } = await ask(town, calls.add, { params: { violationId }, body: { how: 'posted' } })
    const params = { serviceId: id }
    const voided = await ask(town, calls.voidOne, { params, body: { reason: 'The wrong door' } })
    expect(voided).toMatchObject({ id, how: 'posted', void_reason: 'The wrong door', voided_by: town.people.ons.id })
    const again = await ask(town, calls.voidOne, { params, body: { reason: 'Another' } })
    expect(again).toEqual(voided)
    const listed = await ask(town, calls.ofViolation, { params: { violationId } })
    expect(listed.find((it) => it.id === id)?.void_reason).toBe('The wrong door')
  })

  const refused: [string, Record<string, unknown>][] = [
    ['handed over to nobody', { how: 'handed', served_to: '  ' }],
    ['of another way', { how: 'thrown' }],
    ['with a signature that is no PNG', { how: 'posted', signature: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['with a signature that is a page', { how: 'posted', signature: 'javascript:alert(1)' }],
    ['from beyond the pole', { how: 'posted', lat: 91, lng: 0 }],
  ]
  test.each(refused)('a service %s is refused', async (_, body) => {
    const answer = await send(town, calls.add, { params: { violationId }, body: body as never })
    expect(answer.status).toBe(422)
  })

  test('a Guest reads them without position and signature, and records none; one of a missing record is not found', async () => {
    const as = town.people.guest
    const read = await ask(town, calls.ofViolation, { params: { violationId }, as })
    expect(read).toContainEqual(
      expect.objectContaining({
        how: 'handed',
        served_to: 'Rose',
        lat: null,
        lng: null,
        accuracy: null,
        signature: null,
      }),
    )
    expect(JSON.stringify(read)).not.toContain('image/png')
    expect((await send(town, calls.add, { params: { violationId }, body: { how: 'posted' }, as })).status).toBe(403)
    expect((await send(town, calls.voidOne, { params: { serviceId: 1 }, body: { reason: 'x' }, as })).status).toBe(403)
    expect((await send(town, calls.add, { params: { violationId: 99_999 }, body: { how: 'posted' } })).status).toBe(404)
    expect((await send(town, calls.voidOne, { params: { serviceId: 99_999 }, body: { reason: 'x' } })).status).toBe(404)
  })
})
