import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDemoTown, setUpTown } from '../../src/server/cli/set-up-town.ts'
import { makeDemoTown } from '../../src/server/demo/demo-town.ts'
import { createLog } from '../../src/server/log.ts'
import { cheapConfig } from '../harness/people.ts'
import { type EmptyTown, emptyTown } from '../harness/restored.ts'

let town: EmptyTown
beforeEach(async () => {
  town = await emptyTown()
})
afterEach(() => town.close())

const services = () => ({
  db: drizzle(town.pool),
  store: town.store,
  config: cheapConfig,
  log: createLog('silent'),
  clock: () => new Date(),
})

test.each([
  ['addresses', "insert into addresses (combadd) values ('1 Elm St')"],
  ['code sections', "insert into codes (chapter, section, name, description) values ('50', '1', 'Grass', '')"],
  ['rooms', "insert into rooms (name) values ('Attic')"],
  ['synonyms', "insert into code_synonyms (words) values ('{sink,drain}')"],
  ['phrases', "insert into phrases (text) values ('Sink leaks')"],
])("a first start finds a town's own %s and makes no demo town on top of them", async (_, imported) => {
  await town.pool.query(imported)
  const lines = await setUpTown(services(), false)
  expect(lines.join('\n')).toMatch(/^This town has no users yet.*\n.*--code [0-9a-f]{18}$/)
  expect((await town.pool.query('select from users')).rowCount).toBe(0)
  expect(await isDemoTown(services().db)).toBe(false)
})

test('a start that was killed once the demo town was made leaves one that says what it is at the next start', async () => {
  await makeDemoTown(services())
  expect(await isDemoTown(services().db)).toBe(true)
  expect((await setUpTown(services(), false)).join('\n')).toContain('This is an invented demo town')
})
