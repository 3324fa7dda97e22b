import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Token } from '../../src/contract/session.ts'
import { readTownConfig, readTowns } from '../../src/server/towns/towns-file.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { people } from '../harness/people.ts'
import { type ServerProcess, startProcess } from '../harness/processes.ts'
import { jpeg, uploadOf } from './visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'codesoft-towns-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const townsFile = (towns: unknown) => {
  const path = join(folder, `towns-${Math.random().toString(36).slice(2)}.json`)
  writeFileSync(path, typeof towns === 'string' ? towns : JSON.stringify(towns))
  return path
}

describe('two towns in one server', () => {
  let server: ServerProcess
  let databases: Awaited<ReturnType<typeof copyOfTemplate>>[]
  beforeAll(async () => {
    databases = [await copyOfTemplate(), await copyOfTemplate()]
    closers.push(...databases.map((it) => it.drop))
    const TOWNS_FILE = townsFile({
      'fernhill.example': { databaseUrl: databases[0]!.url, townName: 'Fernhill', townZone: 'America/Chicago' },
      'dover.example': {
        databaseUrl: databases[1]!.url,
        townName: 'Dover',
        helpfulLinks: { Map: 'https://map.example/' },
      },
    })
    server = await startProcess({ TOWNS_FILE, DATA_FOLDER: folder })
    closers.push(server.stop)
  }, 60_000)

  /** Asks under a host name, which `fetch` cannot choose. */
  const ask = async (
    host: string,
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: BodyInit } = {},
  ) => {
    const body = init.body ? new Response(init.body) : undefined
    const type = body?.headers.get('Content-Type')
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(`${server.address}${path}`, {
        method: init.method ?? 'GET',
        headers: { ...(type ? { 'Content-Type': type } : {}), ...init.headers, Host: host },
      })
      asked.once('error', reject)
      asked.once('response', async (answer) => resolve({ status: answer.statusCode ?? 0, text: await text(answer) }))
      if (body) void body.arrayBuffer().then((bytes) => asked.end(Buffer.from(bytes)))
      else asked.end()
    })
  }

  const signIn = async (host: string) => {
    const { email, password } = people.admin
    const body = new URLSearchParams({ username: email, password })
    const { access_token } = Token.parse(JSON.parse((await ask(host, '/api/login', { method: 'POST', body })).text))
    return { Authorization: `Bearer ${access_token}` }
  }

  test('G-15 each has its own name, zone and id, whatever the case and the port of its host name', async () => {
    const settings = async (host: string) => JSON.parse((await ask(host, '/config.json')).text)
    const [fernhill, dover] = [await settings('fernhill.example'), await settings('Dover.Example.:4300')]
    expect(fernhill).toMatchObject({ townName: 'Fernhill', timeZone: 'America/Chicago', helpfulLinks: {} })
    expect(dover).toMatchObject({
      townName: 'Dover',
      timeZone: 'America/New_York',
      helpfulLinks: { Map: 'https://map.example/' },
    })
    expect(fernhill.townId).not.toBe(dover.townId)
  })

  test('SE-08 records, sessions and files of one are not there under the name of the other', async () => {
    const headers = await signIn('fernhill.example')
    const add = {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"name":"Attic"}',
    }
    expect((await ask('fernhill.example', '/api/rooms/', add)).status).toBe(200)
    expect((await ask('dover.example', '/api/rooms/', add)).status).toBe(401)
    expect(
      JSON.parse((await ask('dover.example', '/api/rooms/', { headers: await signIn('dover.example') })).text),
    ).toEqual([])
    const { pool } = databases[0]!
    const place = await pool.query("insert into addresses (combadd) values ('1 ELM') returning id")
    const visit = await pool.query(
      "insert into inspections (source, address_id) values ('Complaint', $1) returning id",
      [place.rows[0].id],
    )
    const photo = await ask('fernhill.example', `/api/inspections/${visit.rows[0].id}/photos`, {
      method: 'POST',
      headers,
      body: uploadOf(await jpeg(), 'a.jpg'),
    })
    const { url } = JSON.parse(photo.text).uploaded[0]
    expect((await ask('fernhill.example', url)).status).toBe(200)
    expect([403, 404]).toContain((await ask('dover.example', url)).status)
  })

  test('an unknown name is 421, for calls, pages and settings; the machine itself gets the health answer', async () => {
    for (const path of ['/api/rooms/', '/', '/config.json', '/metrics'])
      for (const host of ['other.example', 'example', 'fernhill.example.evil.example', '127.0.0.1'])
        expect(await ask(host, path), `${host}${path}`).toEqual({
          status: 421,
          text: '{"detail":"No town of this name is here"}',
        })
    expect((await ask('127.0.0.1', '/healthz')).status).toBe(200)
    expect((await ask('127.0.0.1', '/readyz')).status).toBe(200)
    expect((await ask('dover.example', '/readyz')).status).toBe(200)
    expect(
      (await ask('other.example', '/api/rooms/', { headers: { 'X-Forwarded-Host': 'dover.example' } })).status,
    ).toBe(421)
  })

  test('it stops in good order', async () => {
    expect(await server.stop()).toBe(0)
  })
})

describe('the file of the towns', () => {
  const read = (towns: unknown, more: Record<string, string> = {}) =>
    readTowns({ TOWNS_FILE: townsFile(towns), DATA_FOLDER: '/srv/data', ...more })

  test('gives each town the settings of all, and nothing of another', () => {
    const towns = read(
      { 'a.example': { townName: 'A' }, 'b.example': { databaseUrl: 'postgres://b', sessionHours: 8 } },
      { TOWN_NAME: 'Nobody', DATABASE_URL: 'postgres://shared', TOWN_ZONE: 'America/Denver', PORT: '8080' },
    )
    expect(towns?.map(({ host, config }) => [host, config.townName, config.databaseUrl, config.dataFolder])).toEqual([
      ['a.example', 'A', undefined, '/srv/data/a.example'],
      ['b.example', 'CodeSoft', 'postgres://b', '/srv/data/b.example'],
    ])
    expect(towns?.map(({ config }) => [config.townZone, config.sessionSeconds])).toEqual([
      ['America/Denver', 12 * 3600],
      ['America/Denver', 8 * 3600],
    ])
    expect(readTowns({})).toBeNull()
  })

  test.each<[string, unknown, RegExp]>([
    ['that is not there', null, /no such file/],
    ['that is no JSON', '{', /JSON/],
    ['that names no town', {}, /names no town/],
    ['with a host and its port', { 'a.example:4300': {} }, /is no host name in small letters/],
    ['with a misspelt setting', { 'a.example': { databaseURL: 'x' } }, /a\.example\.databaseURL is no setting/],
    ['with a setting of the process', { 'a.example': { port: 1 } }, /a\.example\.port is the same for all towns/],
    ['with a wrong value', { 'a.example': { townZone: 'Mars' } }, /a\.example: TOWN_ZONE: Mars is no time zone/],
    [
      'with one database for two',
      { 'a.example': { databaseUrl: 'postgres://x' }, 'b.example': { databaseUrl: 'postgres://x' } },
      /a\.example and b\.example have the same databaseUrl/,
    ],
    [
      'with one folder for two',
      { 'a.example': { dataFolder: '/srv/x' }, 'b.example': { dataFolder: '/srv/./x' } },
      /a\.example and b\.example have the same dataFolder/,
    ],
  ])('%s is refused in words', (_, towns, words) => {
    const open = () => (towns === null ? readTowns({ TOWNS_FILE: join(folder, 'none.json') }) : read(towns))
    expect(open).toThrow(/^Settings: TOWNS_FILE /)
    expect(open).toThrow(words)
  })

  test('a command says for which town it is', () => {
    const TOWNS_FILE = townsFile({ 'a.example': { townName: 'A' }, 'b.example': { townName: 'B' } })
    expect(readTownConfig({ TOWNS_FILE, TOWN: 'b.example' }).townName).toBe('B')
    expect(() => readTownConfig({ TOWNS_FILE })).toThrow(
      'Settings: which town? Set TOWN to one of a.example, b.example',
    )
  })
})
