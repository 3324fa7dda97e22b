import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts } from '../../../src/contract/alert.ts'
import { answers } from '../../../src/contract/answer.ts'
import { areas } from '../../../src/contract/area.ts'
import { businesses } from '../../../src/contract/business.ts'
import { citations } from '../../../src/contract/citation.ts'
import { comments, contactComments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { type RecordType, recordTypes } from '../../../src/contract/id.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { licenses } from '../../../src/contract/license.ts'
import { observations } from '../../../src/contract/observation.ts'
import { permits } from '../../../src/contract/permit.ts'
import { recordSchemas } from '../../../src/contract/records.ts'
import { rooms } from '../../../src/contract/room.ts'
import { services } from '../../../src/contract/service.ts'
import { units } from '../../../src/contract/unit.ts'
import { violations } from '../../../src/contract/violation.ts'
import { rowsOf } from '../../../src/server/reading/rows.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addCodes, addInspection, ask } from '../routes/ask.ts'

let town: Office
const made: Partial<Record<RecordType, { id: number }>> = {}
beforeAll(async () => {
  town = await office()
  const user_id = town.people.ons.id
  const as = town.people.admin
  made.user = town.people.ons
  made.address = await addAddress(town)
  const [addressId, params] = [made.address.id, { addressId: made.address.id }]
  made.unit = await ask(town, units.add, { params, body: { number: '1' } })
  const contact = await ask(town, contacts.add, { body: { name: 'Cora' } })
  made.contact = contact
  const ofContact = { params: { contactId: contact.id }, body: { comment: 'Called', user_id } }
  made.contactComment = await ask(town, contactComments.add, ofContact)
  made.business = await ask(town, businesses.add, { body: { name: 'Bean Bar', address_id: addressId } })
  made.comment = await ask(town, comments.addToAddress, { params, body: { content: 'Gate', user_id } })
  const [code_id = 0] = await addCodes(town, 'Grass')
  made.code = { id: code_id }
  const room = await ask(town, rooms.add, { body: { name: 'Kitchen' }, as })
  made.room = room
  made.prompt = await ask(town, rooms.addPrompt, { params: { roomId: room.id }, body: { content: 'Clean?' }, as })
  const inspection = await addInspection(town, addressId)
  made.inspection = inspection
  const area = await ask(town, areas.add, { params: { inspectionId: inspection.id }, body: { name: 'Kitchen' } })
  made.area = area
  const observation = { content: 'Grease', potentialvio: true, user_id, codes: [code_id] }
  made.alert = await ask(town, alerts.add, { params, body: { kind: 'dog', text: '' } })
  const answer = { prompt_id: made.prompt.id, content: 'Clean?', answer: 'ok' as const }
  made.answer = await ask(town, answers.add, { params: { areaId: area.id }, body: answer })
  made.observation = await ask(town, observations.add, { params: { areaId: area.id }, body: observation })
  const violation = await ask(town, violations.add, { body: { address_id: addressId, user_id, codes: [code_id] } })
  made.violation = violation
  const thread = {
    params: { violationId: violation.id },
    body: { content: 'Spoke', user_id, violation_id: violation.id },
  }
  made.violationComment = await ask(town, violations.comment, thread)
  const service = { how: 'posted' as const }
  made.service = await ask(town, services.add, { params: { violationId: violation.id }, body: service })
  const fine = { violation_id: violation.id, user_id, code_id, fine: 200, deadline: '2026-12-11' }
  made.citation = await ask(town, citations.add, { body: fine })
  made.license = await ask(town, licenses.add, { body: { license_type: 2, address_id: addressId, paid: false } })
  const permitted = await ask(town, inspections.add, { body: { source: 'Building/Dumpster/POD permit' } })
  made.permit = await ask(town, permits.add, { body: { inspection_id: permitted.id } })
})
afterAll(() => town.close())

test.each(recordTypes)(
  'G-09 a row of type %s is read by its id as the contract has it; an id without a row is left out',
  async (type) => {
    const id = made[type]?.id ?? 0
    const rows = await rowsOf[type]({ tx: town.db, sign: (key) => `/api/files/${key}` }, [id, 999_999])
    const [row, ...more] = JSON.parse(JSON.stringify(rows)) as unknown[]
    expect(more).toEqual([])
    expect(recordSchemas[type].parse(row)).toMatchObject({ id, updated_at: expect.stringMatching(/Z$/) })
  },
)
