import { comments, contactComments } from '../store/case-tables.ts'
import { addressContacts, businessContacts } from '../store/town-tables.ts'
import { type DemoContext, insertAll, itemAt } from './demo-context.ts'

const onAddresses = [
  'Drove by: the scaffolding is gone and the front is painted.',
  'Owner says the tenant in 2 leaves the gate open. Told him to write to us.',
  'Spoke with the manager on the phone. She will send the pest control records by Friday.',
  'Mail piles up behind the door; the meter stands still. Looks vacant to me.',
  'Left a door hanger, nobody home.',
  'Rubbish was taken away this morning. Thank you to the crew!',
  'Neighbor across the street has a key in case of fire.',
  'Careful with the dog. It is friendly, but it jumps.',
  'Rear porch was rebuilt without a permit. Took pictures from the alley. The posts stand on loose brick, the rail is one board, and the stair has no guard at all on the side of the drive, where the children of the house next door play in the afternoon; the owner was told on the spot to keep everyone off it until an engineer has looked at it.',
  'Water is back on since yesterday, checked kitchen and bath.',
]

const onContacts = [
  'Asked for the form in Spanish; sent by email.',
  'New number since September.',
  'Manages the three houses on the corner as well.',
  'Prefers to be called in the morning.',
  'Will come to the counter with the receipts.',
]

/** Stores comments on addresses, units and contacts, and links contacts to addresses and businesses. */
export const addRemarks = async (
  context: DemoContext,
): Promise<{ comments: { id: number; place: number; created_at: Date }[] }> => {
  const { tx, chance, users, calendar, contacts, places, apartments, businesses } = context
  const writers = [users.ons, users.ons, users.otherOns, users.otherOns, users.oas, users.admin]
  const planned = Array.from({ length: 130 }, (_, n) => {
    const place = n % 4 === 0 ? itemAt(apartments, n % apartments.length) : chance.pick(places)
    const days = n < 40 ? chance.between(0, 13) : chance.between(14, 330)
    const created_at = calendar.daysAgo(days, chance.between(8, 17))
    return {
      address_id: place.id,
      unit_id: place.units.length > 0 && chance.percent(50) ? chance.pick(place.units) : null,
      user_id: n % 41 === 40 ? null : chance.pick(writers),
      content: chance.pick(onAddresses),
      created_at,
      updated_at: created_at,
    }
  }).sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const ids = await insertAll(tx, comments, planned)
  await insertAll(
    tx,
    contactComments,
    Array.from({ length: 26 }, () => {
      const created_at = calendar.daysAgo(chance.between(0, 120), chance.between(8, 16))
      return {
        contact_id: chance.pick(contacts),
        user_id: chance.pick(writers),
        comment: chance.pick(onContacts),
        created_at,
        updated_at: created_at,
      }
    }),
  )
  await tx
    .insert(addressContacts)
    .values(
      contacts.flatMap((contact_id) =>
        chance.some(places, chance.between(0, 2)).map(({ id }) => ({ address_id: id, contact_id })),
      ),
    )
  await tx
    .insert(businessContacts)
    .values(
      businesses.flatMap(({ id }) =>
        chance.some(contacts, chance.between(0, 2)).map((contact_id) => ({ business_id: id, contact_id })),
      ),
    )
  return {
    comments: planned.map(({ address_id, created_at }, n) => ({ id: itemAt(ids, n), place: address_id, created_at })),
  }
}
