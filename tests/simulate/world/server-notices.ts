import { copied, filesOf, found, keepFile, list, makeRecord, type Route, route, setFields } from './server-call.ts'
import { Refusal } from './server-types.ts'

/** Violations and the citations for them. */
export const noticePaths = (): Route[] => [
  route('GET /violations/address/:a', (call) => ({
    body: copied(list(call, 'violation', (it) => it.address_id === call.ids[0])),
  })),
  route('POST /violations/', (call) => {
    const { id } = found(call, 'address', call.body.address_id)
    const { deadline, violation_type, inspection_id = null } = call.body
    const fields = {
      address_id: id,
      user_id: call.body.user_id,
      deadline,
      violation_type,
      inspection_id,
      status: 0,
      extend: 0,
    }
    return makeRecord(call, 'violation', { ...fields, codes: [], violation_comments: [] })
  }),
  route('GET /violation/:v/photos', (call) => ({ body: filesOf(call, `violation:${call.ids[0]}`) })),
  route('POST /violation/:v/photos', (call) => keepFile(call, 'violation', 200)),
  route('GET /violation/:v', (call) => ({ body: copied(found(call, 'violation', call.ids[0])) })),
  route('PATCH /violation/:v/deadline', (call) => setFields(call, 'violation', { extend: call.body.extend })),
  route('POST /violation/:v/abate', (call) => {
    if (found(call, 'violation', call.ids[0]).status === 1) throw new Refusal(400, 'Violation is closed already')
    return setFields(call, 'violation', { status: 1 })
  }),
  route('POST /violation/:v/reopen', (call) => {
    if (found(call, 'violation', call.ids[0]).status === 0) throw new Refusal(400, 'Violation is open already')
    return setFields(call, 'violation', { status: 0 })
  }),

  route('GET /violation/:v/citations', (call) => {
    const { id } = found(call, 'violation', call.ids[0])
    return { body: copied(list(call, 'citation', (it) => it.violation_id === id)) }
  }),
  route('GET /citations/:c', (call) => ({ body: copied(found(call, 'citation', call.ids[0])) })),
  route('POST /citations/', (call) => {
    const { violation_id, user_id, citationid, fine, deadline, code_id, status } = call.body
    found(call, 'violation', violation_id)
    found(call, 'code', code_id)
    return makeRecord(call, 'citation', { violation_id, user_id, citationid, fine, deadline, code_id, status })
  }),
  route('PATCH /citations/:c', (call) => setFields(call, 'citation', { status: call.body.status })),
]
