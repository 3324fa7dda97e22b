import { expect, test } from 'vitest'
import type { AuditEntry } from '../../src/contract/audit.ts'
import { calls } from '../../src/contract/calls.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { actionText } from '../../src/rules/audit-words.ts'
import { auditLine } from '../../src/server/audit.ts'

const now = new Date('2026-11-20T14:00:00Z')

/** The line of the log that the server writes for a call: the ids in its path count from 1, its reply has the id 99. */
function lineOf(endpoint: Endpoint): AuditEntry {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name, at) => [name, at + 1]))
  const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]))}`
  const line = auditLine({
    ...{ endpoint, params, path, now, body: null, reply: { id: 99 }, files: [], userId: 1, status: 200 },
    ...{ device: null, key: null, observedAt: null },
  })
  const { call, record_type = null, record_id = null } = line
  return {
    id: 1,
    user_id: 1,
    call,
    path,
    device: null,
    observed_at: null,
    received_at: '',
    status: 200,
    record_type,
    record_id,
    body: null,
  }
}

const changing: Endpoint[] = calls.filter(({ method }) => method !== 'GET')

test('X9 the log of changes says of every changing call more than its verb', () => {
  expect(changing.length).toBeGreaterThan(70)
  const bare = changing.filter((it) => !/^\S+ \S/.test(actionText(lineOf(it))))
  expect(bare.map(({ id, path }) => `${id} ${path}`)).toEqual([])
})

test.each([
  ['X6', 'Changed their own password'],
  ['X7', 'Changed user 1: password'],
  ['X10', 'Added user 99'],
  ['X20', 'Changed user 1: sign-in-code'],
  ['X23', 'Added a passkey'],
  ['X25', 'Removed a passkey'],
  ['X87', 'Saved a view'],
  ['X88', 'Removed a saved view'],
  ['X89', 'Signed out a phone'],
  ['X93', 'Merged two records'],
  ['X94', 'Undid a merge or a transfer'],
  ['X96', 'Transferred work'],
  ['X113', 'Removed a phone from the list'],
  ['B11', 'Changed address 1: contacts'],
  ['B12', 'Changed address 1: contact 2 removed'],
  ['B50', 'Changed business 1: contact 2 removed'],
  ['B87', 'Added area 99'],
  ['B100', 'Removed room 1'],
  ['B103', 'Removed prompt 1'],
])('X9 the log of changes says what %s did: %s', (id, text) => {
  const endpoint = changing.find((it) => it.id === id)
  expect(endpoint && actionText(lineOf(endpoint))).toBe(text)
})
