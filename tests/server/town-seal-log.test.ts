import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/contract/audit.ts'
import { town as calls } from '../../src/contract/town.ts'
import { checkChain, sealLog } from '../../src/server/audit-chain.ts'
import { demoSeal } from '../../src/server/demo/demo-seal.ts'
import { auditLog } from '../../src/server/store/core-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { ask } from './routes/ask.ts'

let town: Office
beforeEach(async () => {
  town = await office()
})
afterEach(() => town.close())

const picture = Buffer.from(demoSeal())

test('X109 X9 the log names the seal’s picture by size and hash; older entries with the picture stay sealed', async () => {
  const as = town.people.admin
  const before = { user_id: as.id, call: 'X109', path: '/api/town/seal', received_at: new Date(), status: 200 }
  const whole = { picture: picture.toString('base64') }
  await town.db.insert(auditLog).values({ ...before, body: whole })
  await sealLog(town.db, new Date())
  await ask(town, calls.saveSeal, { body: whole, as })
  await ask(town, calls.saveSeal, { body: { picture: null }, as })
  await sealLog(town.db, new Date())
  const entries = await ask(town, audit.list, { search: { limit: 3 }, as })
  const sha256 = createHash('sha256').update(picture).digest('hex')
  expect(entries.map(({ call, body }) => [call, body])).toEqual([
    ['X109', { picture: null }],
    ['X109', { picture: { bytes: picture.length, sha256 } }],
    ['X109', whole],
  ])
  expect(await checkChain(town.db)).toMatchObject({ head: { n: 3 }, problem: null })
})
