import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../src/contract/address.ts'
import { comments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { units } from '../../../src/contract/unit.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { jpeg } from '../visit.ts'
import { addAddress, addInspection, ask, refusal, send, statementsOf } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const found = async (query: string, limit?: number) =>
  (await ask(town, addresses.search, { search: limit === undefined ? { query } : { query, limit } })).map(
    (it) => it.combadd,
  )

describe('the search for addresses', () => {
  beforeAll(async () => {
    const as = town.people.admin
    const bodies = [
      { combadd: '7 SEARCH ROAD', property_name: 'Old Mill', aka: 'Corner of 7th', ownername: 'O’Dowd & Sons' },
      { combadd: '100% SEARCH_ROAD', ownername: 'Percy Underscore' },
      { combadd: '1000 SEARCHXROAD', ownername: 'Back\\slash' },
    ]
    for (const body of bodies) await ask(town, addresses.add, { body, as })
  })

  test('C-34 finds combined address, property name, AKA and owner, whatever the case', async () => {
    for (const query of ['7 search', 'OLD MILL', 'corner of', 'o’dowd'])
      expect(await found(query)).toEqual(['7 SEARCH ROAD'])
  })

  test('C-34 GS-01 finds words in any order, whatever the blanks between them, those at word starts first', async () => {
    for (const combadd of ['4125 RONALD RD', '1200 ALDERHOLLOW RD', '512 ALDER CT', '1229  ALDERHOLLOW RD'])
      await ask(town, addresses.add, { body: { combadd, ownername: 'Ines  Dorn' }, as: town.people.admin })
    const ranked = ['1200 ALDERHOLLOW RD', '1229  ALDERHOLLOW RD', '4125 RONALD RD', '512 ALDER CT']
    expect(await found('12 ald')).toEqual(ranked)
    expect(await found(' ald   12 ')).toEqual(ranked)
    expect(await found('1229 alderhollow')).toEqual(['1229  ALDERHOLLOW RD'])
    expect(await found('dorn 512')).toEqual(['512 ALDER CT'])
    expect(await found('1200 alderhollow x')).toEqual([])
  })

  test('takes % and _ and a backslash as themselves', async () => {
    expect(await found('100%')).toEqual(['100% SEARCH_ROAD'])
    expect(await found('search_')).toEqual(['100% SEARCH_ROAD'])
    expect(await found('k\\s')).toEqual(['1000 SEARCHXROAD'])
  })

  test('lists those first that begin with the text, at most 5 unless told, and takes 1 to 50', async () => {
    for (let at = 1; at <= 6; at++) await addAddress(town, `${at} MANY WAY`)
    await addAddress(town, 'MANY ENDS 1')
    expect((await found('many'))[0]).toBe('MANY ENDS 1')
    expect(await found('many')).toHaveLength(5)
    expect(await found('many', 50)).toHaveLength(7)
    expect(await refusal(town, addresses.search, { search: { query: 'many', limit: 51 } })).toMatch(/^422/)
    expect(await refusal(town, addresses.search, { search: { query: 'many', limit: 0 } })).toMatch(/^422/)
  })

  test('finds nothing for a blank text', async () => {
    expect(await found('   ')).toEqual([])
  })
})

describe('the address record', () => {
  test('AD-07 saving replaces the whole record; its stamps are the server’s', async () => {
    const before = await ask(town, addresses.add, {
      body: { combadd: '1 PUT PLACE', aka: 'The Put', ownername: 'Ann' },
      as: town.people.admin,
    })
    const body = {
      ...before,
      ownername: 'Bert',
      aka: undefined,
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2020-01-01',
    }
    const after = await ask(town, addresses.save, { params: { addressId: before.id }, body })
    expect(after).toMatchObject({ combadd: '1 PUT PLACE', ownername: 'Bert', aka: null, created_at: before.created_at })
    expect(Date.parse(after.updated_at ?? '')).toBeGreaterThanOrEqual(Date.parse(before.updated_at ?? ''))
    expect(await ask(town, addresses.one, { params: { addressId: before.id } })).toEqual(after)
  })

  test('VA-03 the vacancy moves between the four values only, and the list leaves the occupied out', async () => {
    const { id: addressId } = await addAddress(town, '2 VACANT PLACE')
    const set = (vacancy_status: string) =>
      ask(town, addresses.setVacancyStatus, { params: { addressId }, body: { vacancy_status } })
    const listed = async () => (await ask(town, addresses.byVacancyStatus)).some(({ id }) => id === addressId)
    expect(await listed()).toBe(false)
    for (const value of ['registered', 'vacant', 'potentially vacant']) {
      expect((await set(value)).vacancy_status).toBe(value)
      expect(await listed()).toBe(true)
    }
    await set('occupied')
    expect(await listed()).toBe(false)
    const other = { params: { addressId }, body: { vacancy_status: 'haunted' } }
    expect(await refusal(town, addresses.setVacancyStatus, other)).toMatch(/^422/)
  })

  test('G-12 the list is newest first, comes in windows and says how long it is', async () => {
    const first = await addAddress(town, '1 WINDOW WALK')
    const second = await addAddress(town, '2 WINDOW WALK')
    const response = await send(town, addresses.list, { search: { skip: 1, limit: 1 } })
    const whole = await ask(town, addresses.list)
    expect(whole.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(response.headers.get('X-Total-Count')).toBe(String(whole.length))
    expect(((await response.json()) as { id: number }[]).map(({ id }) => id)).toEqual([first.id])
  })

  test('an address that does not exist is 404 in every call on one', async () => {
    const params = { addressId: 999_999 }
    for (const call of [
      addresses.one,
      addresses.contacts,
      addresses.photos,
      addresses.comments,
      addresses.violations,
      addresses.inspections,
      units.ofAddress,
    ])
      expect(await refusal(town, call, { params })).toBe('404 Address not found')
  })
})

describe('contacts of an address', () => {
  test('AD-10 an existing one is linked once however often it is sent, a new one is made and linked; AD-09 and unlinked', async () => {
    const { id: addressId } = await addAddress(town, '3 LINK LANE')
    const { id: contact_id } = await ask(town, contacts.add, {
      body: { name: 'Lena Link', email: 'lena@link.example' },
    })
    const params = { addressId }
    await ask(town, addresses.linkContact, { params, body: { contact_id } })
    expect(await ask(town, addresses.linkContact, { params, body: { contact_id } })).toHaveLength(1)
    const both = await ask(town, addresses.linkContact, { params, body: { name: 'Abel New' } })
    expect(both.map(({ name }) => name)).toEqual(['Abel New', 'Lena Link'])
    const left = await ask(town, addresses.unlinkContact, { params: { addressId, contactId: contact_id } })
    expect(left.map(({ name }) => name)).toEqual(['Abel New'])
    expect(await refusal(town, addresses.unlinkContact, { params: { addressId, contactId: contact_id } })).toBe(
      '404 Contact not found',
    )
  })

  test('CO-04 a new contact with a known email is refused here too', async () => {
    const { id: addressId } = await addAddress(town, '4 LINK LANE')
    await ask(town, contacts.add, { body: { name: 'First', email: 'twice@link.example' } })
    const body = { name: 'Second', email: ' TWICE@link.example ' }
    expect(await refusal(town, addresses.linkContact, { params: { addressId }, body })).toBe(
      '409 Contact with this email or phone already exists',
    )
    expect(await ask(town, addresses.contacts, { params: { addressId } })).toEqual([])
  })
})

describe('the lists of an address', () => {
  test('G-24 its photos are those of its comments and its units’ comments; none is an empty list', async () => {
    const { id: addressId } = await addAddress(town, '5 PHOTO PASS')
    const params = { addressId }
    expect(await ask(town, addresses.photos, { params })).toEqual([])
    const { id: unitId } = await ask(town, units.add, { params, body: { number: '1' } })
    const file = { name: 'stairs.jpg', bytes: await jpeg() }
    await ask(town, comments.addToAddress, { params, body: { content: 'Front', user_id: 1 }, files: [file] })
    const body = { content: 'Inside', user_id: 1, address_id: addressId }
    await ask(town, comments.addToUnitWithFiles, { params: { unitId }, body, files: [{ ...file, name: 'unit.jpg' }] })
    const photos = await ask(town, addresses.photos, { params })
    expect(photos.map(({ filename }) => filename)).toEqual(['unit.jpg', 'stairs.jpg'])
    expect(photos[0]).toMatchObject({ content_type: 'image/jpeg', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await ask(town, addresses.comments, { params })).toHaveLength(2)
  })

  test('C-26 a violation made at the address is the same record with the same defaults', async () => {
    const { id: addressId } = await addAddress(town, '6 CASE COURT')
    const made = await ask(town, addresses.addViolation, {
      params: { addressId },
      body: { address_id: addressId, user_id: 1 },
    })
    expect(made).toMatchObject({
      status: 0,
      violation_type: 'doorhanger',
      deadline: 'Immediate',
      address_id: addressId,
    })
    expect((await ask(town, addresses.violations, { params: { addressId } })).map(({ id }) => id)).toEqual([made.id])
    expect((await ask(town, violations.ofAddress, { params: { addressId } })).map(({ id }) => id)).toEqual([made.id])
  })

  test('a list costs as many statements with twenty rows as with one', async () => {
    const { id: addressId } = await addAddress(town, '7 CHEAP CLOSE')
    const params = { addressId }
    const read = async () => {
      await ask(town, addresses.inspections, { params })
      await ask(town, addresses.comments, { params })
      await ask(town, addresses.violations, { params })
    }
    const add = async () => {
      await addInspection(town, addressId)
      await ask(town, comments.addToAddress, { params, body: { content: 'Again', user_id: 1 } })
      await ask(town, violations.add, { body: { address_id: addressId, user_id: 1 } })
    }
    await add()
    const one = await statementsOf(town, read)
    for (let more = 0; more < 6; more++) await add()
    expect(await statementsOf(town, read)).toBe(one)
  })
})

describe('a documented server', () => {
  test('G-24 answers 404 where an address has no comments, photos, violations or inspections', async () => {
    const other = await office({ faults: { emptyListIs404: true } })
    const { id: addressId } = await addAddress(other)
    for (const call of [addresses.photos, addresses.comments, addresses.violations, addresses.inspections])
      expect(await refusal(other, call, { params: { addressId } })).toMatch(/^404 No /)
    await other.close()
  })
})
