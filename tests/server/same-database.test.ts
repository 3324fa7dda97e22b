import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/cli/boot.ts'
import { readTowns } from '../../src/server/towns/towns-file.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { bareDatabase } from '../harness/processes.ts'
import { cheapPasswords } from '../harness/server-process.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-same-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const settingsWith = (one: Record<string, string>, other: Record<string, string>) => {
  const path = join(folder, 'towns.json')
  writeFileSync(path, JSON.stringify({ 'a.example': one, 'b.example': other }))
  return { TOWNS_FILE: path, DATA_FOLDER: folder, PORT: '0', LOG_LEVEL: 'silent', ...cheapPasswords }
}

const start = async (one: Record<string, string>, other: Record<string, string>) => {
  const server = await startServer(settingsWith(one, other), { empty: true })
  closers.push(server.stop)
}

/** Another address of the same database, as no comparison of addresses can know: the folder of its socket by a detour. */
const otherWay = (url: string) => {
  const address = new URL(url)
  const socket = address.searchParams.get('host')
  if (!socket) throw new Error('The test database has no socket')
  address.searchParams.set('host', `${socket}/../${socket.split('/').at(-1)}`)
  return address.href
}

describe('two towns on one database are refused by name, whatever its address:', () => {
  const words =
    'b.example: This is the database of a.example too. Give each town a databaseUrl of its own in TOWNS_FILE.'

  test('SE-08 two towns', async () => {
    const { url, drop } = await copyOfTemplate()
    closers.push(drop)
    await expect(start({ databaseUrl: url }, { databaseUrl: otherWay(url) })).rejects.toThrow(words)
  })

  test('SE-08 two fronts', async () => {
    const { url, drop } = await bareDatabase()
    closers.push(drop)
    const apiUpstream = 'http://127.0.0.1:9'
    const [one, other] = [url, otherWay(url)].map((databaseUrl) => ({ databaseUrl, apiUpstream }))
    await expect(start(one!, other!)).rejects.toThrow(words)
  })

  test('and a town on the database of a front', async () => {
    const { url, drop } = await copyOfTemplate()
    closers.push(drop)
    const front = { databaseUrl: url, apiUpstream: 'http://127.0.0.1:9' }
    await expect(start(front, { databaseUrl: otherWay(url) })).rejects.toThrow(words)
  })
})

test('SE-08 two towns on two databases of one server start, also two fronts', async () => {
  const databases = [await copyOfTemplate(), await copyOfTemplate()]
  closers.push(...databases.map(({ drop }) => drop))
  const [one, other] = databases.map(({ url }) => ({ databaseUrl: url }))
  await start(one!, other!)
  const apiUpstream = 'http://127.0.0.1:9'
  const bare = [await bareDatabase(), await bareDatabase()]
  closers.push(...bare.map(({ drop }) => drop))
  const [first, second] = bare.map(({ url }) => ({ databaseUrl: url, apiUpstream }))
  await start(first!, second!)
})

describe('the file of the towns', () => {
  const read = (one: string, other: string) => () =>
    readTowns(settingsWith({ databaseUrl: one }, { databaseUrl: other }))

  test.each([
    ['postgres://u@h:5433/db', 'postgres://u@h/db?port=5433'],
    ['postgres://u@h/b', 'postgres://u@h/%62'],
    ['postgres://u@h', 'postgres://v@H/u'],
  ])('with one database as %s and as %s is refused at once', (one, other) => {
    expect(read(one, other)).toThrow('a.example and b.example have the same databaseUrl')
    expect(read(other, one)).toThrow('a.example and b.example have the same databaseUrl')
  })

  test.each([
    ['postgres://a@h', 'postgres://b@h'],
    ['postgres://a@h/db?host=/run/One', 'postgres://a@h/db?host=/run/one'],
    ['postgres://a@h/db', 'postgres://a@h/DB'],
  ])('with the two databases %s and %s is taken', (one, other) => {
    expect(read(one, other)()).toHaveLength(2)
  })
})
