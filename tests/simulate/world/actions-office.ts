import { againIfAborted } from '../../../src/db/again-if-aborted.ts'
import { addCitation, setCitationStatus } from '../../../src/records/citation.ts'
import {
  addAddressComment,
  addContactComment,
  addUnitComment,
  addUnitCommentWithFiles,
} from '../../../src/records/comment.ts'
import {
  linkAddressContact,
  linkBusinessContact,
  unlinkAddressContact,
  unlinkBusinessContact,
} from '../../../src/records/contact-link.ts'
import { abateViolation, extendDeadline, reopenViolation } from '../../../src/records/violation.ts'
import { perform } from '../../../src/sync/capture/perform.ts'
import type { Known } from './actions.ts'
import { chosen, type Dice, observationTexts, pickFrom, word } from './dice.ts'
import type { ActionKind } from './story.ts'
import type { Tab } from './tab.ts'

/** Actions on addresses, contacts and violations, outside of an inspection. */
export async function doOfficeAction(tab: Tab, known: Known, action: ActionKind, dice: Dice): Promise<void> {
  if (action.endsWith('Comment')) return comment(tab, known, action, dice)
  if (action.endsWith('Contact')) return link(tab, known, action, dice)
  return enforce(tab, known, action, dice)
}

async function comment(tab: Tab, known: Known, action: ActionKind, { a, b, c }: Dice): Promise<void> {
  const { device } = tab
  const user_id = tab.userId
  const addressId = pickFrom(known.addresses, a)
  const content = word(observationTexts, c)
  const photos = await chosen(tab, b % 3, `comment/address:${addressId}`)
  if (action === 'addressComment')
    return void (await perform(device, addAddressComment, { addressId }, { content, user_id }, { photos }))
  if (action === 'contactComment') {
    const contactId = pickFrom(known.contacts, a)
    return void (await perform(device, addContactComment, { contactId }, { comment: content, user_id }, { photos }))
  }
  const unitId = pickFrom(known.units, a)
  const said = { content, user_id, address_id: addressId }
  if (photos.length > 0) await perform(device, addUnitCommentWithFiles, { unitId }, said, { photos })
  else await perform(device, addUnitComment, {}, { comment: { ...said, unit_id: unitId } })
}

async function link({ device }: Tab, known: Known, action: ActionKind, { a, b, c }: Dice): Promise<void> {
  const contact_id = pickFrom(known.contacts, b)
  const addressId = pickFrom(known.addresses, a)
  const businessId = pickFrom(known.businesses, a)
  const isAddress = c % 3 > 0
  if (action === 'linkContact' && isAddress) await perform(device, linkAddressContact, { addressId }, { contact_id })
  else if (action === 'linkContact') await perform(device, linkBusinessContact, { businessId }, { contact_id })
  else if (isAddress) await perform(device, unlinkAddressContact, { addressId, contactId: contact_id }, undefined)
  else await perform(device, unlinkBusinessContact, { businessId, contactId: contact_id }, undefined)
}

async function enforce(
  { device, db, userId }: Tab,
  known: Known,
  action: ActionKind,
  { a, b, c }: Dice,
): Promise<void> {
  const violationId = pickFrom(known.violations, a)
  switch (action) {
    case 'addCitation': {
      const body = { violation_id: violationId, user_id: userId, citationid: `C-${c % 3}`, fine: 50 + (b % 2) }
      const code_id = pickFrom(known.codes, b)
      known.citations.push(await perform(device, addCitation, {}, { ...body, deadline: `2026-12-1${b % 3}`, code_id }))
      return
    }
    case 'citationStatus': {
      // The die is one of the four.
      const status = (b % 4) as 0 | 1 | 2 | 3
      await perform(device, setCitationStatus, { citationId: pickFrom(known.citations, a) }, { status })
      return
    }
    case 'extend': {
      const row = await againIfAborted(() => db.rows('violation').get(violationId))
      if (row) await perform(device, extendDeadline, { violationId }, { extend: (row.extend ?? 0) + 7 })
      return
    }
    case 'abate':
      await perform(device, abateViolation, { violationId }, { status: 1 })
      return
    case 'reopen':
      await perform(device, reopenViolation, { violationId }, { status: 0 })
      return
  }
}
