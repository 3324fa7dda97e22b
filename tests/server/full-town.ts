import { addresses } from '../../src/contract/address.ts'
import { alerts } from '../../src/contract/alert.ts'
import { areas } from '../../src/contract/area.ts'
import { businesses } from '../../src/contract/business.ts'
import { citations } from '../../src/contract/citation.ts'
import { comments, contactComments } from '../../src/contract/comment.ts'
import { contacts } from '../../src/contract/contact.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { observations } from '../../src/contract/observation.ts'
import { permits } from '../../src/contract/permit.ts'
import { rooms } from '../../src/contract/room.ts'
import { services } from '../../src/contract/service.ts'
import { units } from '../../src/contract/unit.ts'
import { violations } from '../../src/contract/violation.ts'
import type { Office } from '../harness/office.ts'
import { addCodes, ask } from './routes/ask.ts'
import { jpeg } from './visit.ts'

/** Two of every kind of record, with ids 1 and 2 and everything that hangs on them, made by the calls themselves. */
export const fillTown = async (town: Office): Promise<void> => {
  const as = town.people.admin
  const user_id = as.id
  await addCodes(town, 'Tall grass', 'Loose railing')
  const photo = { name: 'a.jpg', bytes: await jpeg() }
  for (const n of [1, 2]) {
    const address = await ask(town, addresses.add, {
      as,
      body: { combadd: `${n} ELM STREET`, vacancy_status: 'vacant' },
    })
    const address_id = address.id
    await ask(town, alerts.add, { as, params: { addressId: address_id }, body: { kind: 'dog', text: `In yard ${n}` } })
    const unit = await ask(town, units.add, { as, params: { addressId: address_id }, body: { number: `${n}B` } })
    const contact = await ask(town, contacts.add, { as, body: { name: `Rose ${n}`, email: `rose${n}@town.example` } })
    const business = await ask(town, businesses.add, { as, body: { name: `Bakery ${n}`, address_id } })
    await ask(town, addresses.linkContact, { as, params: { addressId: address_id }, body: { contact_id: contact.id } })
    await ask(town, businesses.linkContact, {
      as,
      params: { businessId: business.id },
      body: { contact_id: contact.id },
    })
    const room = await ask(town, rooms.add, { as, body: { name: `Kitchen ${n}` } })
    await ask(town, rooms.addPrompt, { as, params: { roomId: room.id }, body: { content: 'Is the stove clean?' } })
    const source = n === 1 ? 'Complaint' : 'Building/Dumpster/POD permit'
    const inspection = await ask(town, inspections.add, { as, body: { source, address_id, inspector_id: 1 } })
    const inspectionId = inspection.id
    await ask(town, inspections.addPhoto, { as, params: { inspectionId }, files: [photo] })
    const inUnit = { as, params: { inspectionId, unitId: unit.id }, body: { name: 'Hall' } }
    const area = await ask(town, areas.addToUnit, inUnit)
    const seen = { content: 'Loose tread', potentialvio: true, user_id, codes: [n] }
    const observation = await ask(town, observations.add, { as, params: { areaId: area.id }, body: seen })
    await ask(town, observations.addPhoto, { as, params: { observationId: observation.id }, files: [photo] })
    const violation = await ask(town, violations.add, {
      as,
      body: { address_id, user_id, codes: [n], deadline: '7 days' },
    })
    const violationId = violation.id
    await ask(town, violations.addPhoto, { as, params: { violationId }, files: [photo] })
    const remark = { content: 'Spoke with the owner', user_id, violation_id: violationId }
    await ask(town, violations.comment, { as, params: { violationId }, body: remark })
    const served = { as, params: { violationId }, body: { how: 'posted' as const }, files: [photo] }
    await ask(town, services.add, served)
    const fine = { violation_id: violationId, user_id, fine: 50, deadline: '2026-12-01', code_id: n }
    await ask(town, citations.add, { as, body: fine })
    const said = { content: 'Empty since May', user_id }
    await ask(town, comments.addToAddress, { as, params: { addressId: address_id }, body: said, files: [photo] })
    await ask(town, comments.addToUnit, { as, body: { comment: { ...said, address_id, unit_id: unit.id } } })
    const heard = { comment: 'Called back', user_id }
    await ask(town, contactComments.add, { as, params: { contactId: contact.id }, body: heard, files: [photo] })
    await ask(town, licenses.add, { as, body: { license_type: 2, paid: false, address_id } })
    await ask(town, permits.add, { as, body: { inspection_id: inspectionId } })
  }
}
