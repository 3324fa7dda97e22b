import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments, contactComments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls, type DoubleKind } from '../../../src/contract/merge.ts'
import { sync } from '../../../src/contract/sync.ts'
import { furtherCallsAbout, furtherCallText } from '../../../src/rules/further-call.ts'
import { lastSentBack, sentBackText } from '../../../src/rules/send-back.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask, mergePair } from './ask.ts'

/*
 * Comments that name an inspection: why it was sent back, and who else has called about it. They are at its address or
 * contact, and are read there.
 */
let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const merge = (kind: DoubleKind, winner: number, loser: number) => mergePair(town, kind, [winner, loser])

const undo = async (id: number) =>
  (await ask(town, calls.undo, { body: { id }, as: town.people.oas })).find((it) => it.id === id)?.left

const say = (addressId: number, content: string) =>
  ask(town, comments.addToAddress, {
    as: town.people.oas,
    params: { addressId },
    body: { content, user_id: town.people.oas.id, unit_id: null },
  })
const saidAt = (addressId: number) => ask(town, comments.ofAddress, { params: { addressId } })
const textsAt = async (addressId: number) => (await saidAt(addressId)).map(({ content }) => content).sort()

test('X94 the reason why an inspection was sent back, and calls about it, go back with it', async () => {
  const [stays, gone] = [(await addAddress(town, '1 A STREET')).id, (await addAddress(town, '2 A STREET')).id]
  const [{ id: ofStays }, { id: inspection }] = [await addInspection(town, stays), await addInspection(town, gone)]
  const complaint = (await addInspection(town, gone, 'Complaint')).id
  const before = sentBackText('inspection', ofStays, 'The boiler')
  await say(stays, before)
  const made = await merge('address', stays, gone)
  const call = { what: 'complaint', id: complaint, words: 'Still smokes', caller: null } as const
  const back = [
    sentBackText('inspection', inspection, 'The photo of the boiler is missing'),
    sentBackText('complaint', complaint, 'Call the owner'),
    furtherCallText(call),
    furtherCallText({ ...call, caller: 'Rose (410) 555-0101' }),
    furtherCallText({ what: 'inspection', id: inspection, words: 'When?', caller: null }),
  ]
  const kept = [
    sentBackText('inspection', ofStays, 'The roof'),
    `Further call about violation #${inspection}: Weeds`,
    `Sent back: inspection #${inspection}0: Another number`,
    `He said: Sent back: inspection #${inspection}: no form of ours`,
    `About inspection #${inspection}`,
  ]
  for (const content of [...back, ...kept]) await say(stays, content)
  const { cursor } = await ask(town, sync.changes, { search: { since: 'now' } })

  expect(await undo(made)).toEqual([
    `Written since the merge, and gone with what it belongs to: 5 comments (now at #${gone}).`,
  ])
  expect(await textsAt(gone)).toEqual([...back].sort())
  expect(await textsAt(stays)).toEqual([before, ...kept].sort())
  expect(lastSentBack(await saidAt(gone)).get(inspection)).toBe('The photo of the boiler is missing')
  expect(furtherCallsAbout(await saidAt(gone), call)).toHaveLength(2)
  const { changes } = await ask(town, sync.changes, { search: { since: cursor } })
  const told = changes.flatMap(({ type, row }) => (type === 'comment' ? [row] : []))
  expect(told).toHaveLength(5)
  expect(told).toEqual(told.map(() => expect.objectContaining({ address_id: gone })))
})

test('X94 the reason why a complaint without an address was sent back goes back to its contact', async () => {
  const newContact = (name: string) => ask(town, contacts.add, { body: { name, email: null, phone: null } })
  const [stays, gone] = [(await newContact('Rose')).id, (await newContact('Rosa')).id]
  const body = { source: 'Complaint', address_id: null, inspector_id: town.people.ons.id, contact_id: gone }
  const { id } = await ask(town, inspections.add, { body: { ...body, description: 'Smoke', paid: false } })
  const made = await merge('contact', stays, gone)
  const words = sentBackText('complaint', id, 'Where is it?')
  for (const comment of [words, 'Called Rose'])
    await ask(town, contactComments.add, { params: { contactId: stays }, body: { comment, user_id: 1 } })
  expect(await undo(made)).toEqual([
    `Written since the merge, and gone with what it belongs to: 1 comment (now at #${gone}).`,
  ])
  const textsOf = async (contactId: number) =>
    (await ask(town, contactComments.list, { params: { contactId } })).map(({ comment }) => comment)
  expect([await textsOf(stays), await textsOf(gone)]).toEqual([['Called Rose'], [words]])
})
