import type { Known } from './actions.ts'
import type { ModelServer } from './model-server.ts'
import { insert, type ModelRow } from './server-tables.ts'
import type { Tab } from './tab.ts'

/** The people: two inspectors who may share a phone, and the office. */
export const inspector = 1
export const colleague = 2
export const officer = 9

/** Puts a small town into a model server. */
export function settleTown(server: ModelServer, at: number): void {
  const { tables } = server
  const add = (type: Parameters<typeof insert>[1], fields: Record<string, unknown>) => insert(tables, type, fields, at)
  for (const id of [inspector, colleague]) {
    tables.ids.user = id - 1
    add('user', { email: `user${id}@town.example`, name: `User ${id}`, role: 1, active: true })
  }
  const address = add('address', { combadd: '12 ELM STREET' })
  add('contact', { name: 'Otto Lane', email: 'otto@lane.example', phone: null, notes: null })
  add('business', { name: 'Vale Bakery', address_id: address.id })
  add('code', { name: 'Loose wires', description: '', chapter: '1', section: '1' })
  tables.links.add(`address:${address.id}/contact:${tables.ids.contact}`)
  const unit = add('unit', { number: '7', address_id: address.id })
  for (const source of ['Multifamily License', 'Complaint']) {
    const inspection = add('inspection', {
      source,
      status: null,
      address_id: address.id,
      inspector_id: inspector,
      contact_id: null,
      scheduled_datetime: null,
    })
    const area = add('area', { name: 'Kitchen', notes: null, inspection_id: inspection.id, unit_id: null })
    const seen = { content: 'Rotten step', potentialvio: false, user_id: inspector, codes: [], photos: [] }
    add('observation', { ...seen, area_id: area.id })
  }
  const cited = add('violation', {
    address_id: address.id,
    user_id: inspector,
    deadline: '7 days',
    violation_type: 'doorhanger',
    inspection_id: null,
    status: 0,
    extend: 0,
    codes: [],
    violation_comments: [],
  })
  add('citation', {
    violation_id: cited.id,
    user_id: inspector,
    citationid: 'C-9',
    fine: 90,
    deadline: '2026-12-24',
    code_id: tables.ids.code,
    status: 0,
  })
  add('area', { name: 'Hall', notes: null, inspection_id: tables.ids.inspection, unit_id: unit.id })
}

const types = [
  'address',
  'unit',
  'inspection',
  'area',
  'observation',
  'contact',
  'user',
  'business',
  'code',
  'violation',
  'citation',
] as const

/** The records of the town that a prepared device has. */
export async function prepare(tab: Tab, server: ModelServer): Promise<void> {
  const { db } = tab
  await db.transaction('rw', db.tables, async () => {
    for (const type of types)
      await db.anyRows(type).bulkPut([...server.tables.rows[type].values()].map((row): ModelRow => ({ ...row })))
  })
}

/** Fetches what a sign-out removed. What is on the device stays. */
export async function restock({ db }: Tab, server: ModelServer): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const type of types) {
      const here = new Set(await db.anyRows(type).toCollection().primaryKeys())
      const rows = [...server.tables.rows[type].values()].filter((row) => !here.has(row.id))
      await db.anyRows(type).bulkPut(rows.map((row): ModelRow => ({ ...row })))
    }
  })
}

export const knownAtFirst = (server: ModelServer): Known => {
  const ids = (type: (typeof types)[number]) => [...server.tables.rows[type].keys()]
  return {
    addresses: ids('address'),
    inspections: ids('inspection'),
    contacts: ids('contact'),
    units: ids('unit'),
    areas: ids('area'),
    observations: ids('observation'),
    businesses: ids('business'),
    codes: ids('code'),
    violations: ids('violation'),
    citations: ids('citation'),
    takesOurs: server.profile === 'keyed',
    alerts: [],
  }
}
