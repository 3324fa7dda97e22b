import {
  type Call,
  copied,
  filesOf,
  found,
  list,
  makeRecord,
  makeRecordWithFiles,
  type Route,
  type RouteResult,
  route,
} from './server-call.ts'
import { Refusal } from './server-types.ts'

const number = (said: unknown): number | null => (said ? Number(said) : null)

/** Comments on addresses, units and contacts, with their files. */
export const commentPaths = (): Route[] => [
  route('GET /comments/address/:a', (call) => ({
    body: copied(list(call, 'comment', (it) => it.address_id === call.ids[0])),
  })),
  route('POST /comments/:a/address/', (call) => {
    const { content, user_id, unit_id } = call.body
    const { id } = found(call, 'address', call.ids[0])
    const said = { content, user_id: Number(user_id), address_id: id, unit_id: number(unit_id) }
    return makeRecordWithFiles(call, 'comment', said)
  }),
  route('GET /comments/unit/:u', (call) => ({
    body: copied(list(call, 'comment', (it) => it.unit_id === call.ids[0])),
  })),
  // Nested, because the documented server accepts no other form.
  route('POST /comments/', (call) => {
    const { content, user_id, address_id, unit_id = null } = Object(call.body.comment)
    found(call, 'address', address_id)
    if (unit_id !== null) found(call, 'unit', unit_id)
    return makeRecord(call, 'comment', { content, user_id, address_id, unit_id })
  }),
  route('POST /comments/unit/:u/', (call) => {
    const { content, user_id, address_id } = call.body
    const { id } = found(call, 'unit', call.ids[0])
    const said = { content, user_id: Number(user_id), address_id: Number(address_id), unit_id: id }
    return makeRecordWithFiles(call, 'comment', said)
  }),
  route('GET /comments/:c/photos', (call) => ({ body: filesOf(call, `comment:${call.ids[0]}`) })),
  route('GET /comments/contact/:c', (call) => ({
    body: copied(list(call, 'contactComment', (it) => it.contact_id === call.ids[0])),
  })),
  route('POST /comments/:c/contact/', (call) => {
    const { comment, user_id } = call.body
    const { id } = found(call, 'contact', call.ids[0])
    return makeRecordWithFiles(call, 'contactComment', { comment, user_id: Number(user_id), contact_id: id })
  }),
  route('GET /comments/contact/:c/attachments', (call) => ({ body: filesOf(call, `contactComment:${call.ids[0]}`) })),
]

/** The contacts of an address or a business. */
export const linkPaths = (): Route[] =>
  (['address', 'business'] as const).flatMap((type) => {
    const path = type === 'address' ? '/addresses/:o/contacts' : '/businesses/:o/contacts'
    const contacts = (call: Call): unknown => {
      const owner = found(call, type, call.ids[0])
      return copied(list(call, 'contact', (it) => call.server.tables.links.has(`${type}:${owner.id}/contact:${it.id}`)))
    }
    const done = (call: Call, id: number): RouteResult => ({
      body: contacts(call),
      effect: { kind: 'set', type: 'link', id },
    })
    return [
      route(`GET ${path}`, (call) => ({ body: contacts(call) })),
      // A repeated request adds nothing.
      route(`POST ${path}`, (call) => {
        const { id } = found(call, 'contact', call.body.contact_id)
        call.server.tables.links.add(`${type}:${found(call, type, call.ids[0]).id}/contact:${id}`)
        return done(call, id)
      }),
      route(`DELETE ${path}/:c`, (call) => {
        const [owner = 0, contact = 0] = call.ids
        if (!call.server.tables.links.delete(`${type}:${owner}/contact:${contact}`))
          throw new Refusal(404, 'This contact is not linked')
        return done(call, contact)
      }),
    ]
  })
