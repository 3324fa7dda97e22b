import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer } from '../../src/server/cli/boot.ts'
import { openSpool } from '../../src/server/upstream/spool-folder.ts'
import { bareDatabase } from '../harness/processes.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-spool-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The folder of a process that ran here and is dead. It leaves a body. */
const leftByDead = (): string => {
  const code = `import { openSpool } from './src/server/upstream/spool-folder.ts'
    import { writeFileSync } from 'node:fs'
    const own = await openSpool(process.argv[1], new Date())
    writeFileSync(own + '/body', 'x')
    console.log(own)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', code, folder]
  return basename(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim())
}

test('bodies of dead processes are removed, of living ones and of other machines kept for a day', async () => {
  const now = new Date()
  const dead = leftByDead()
  expect(readdirSync(folder)).toEqual([dead])
  const living = basename(await openSpool(folder, now))
  const [elsewhere, older] = ['1.elsewhere.born.a', '1.elsewhere.born.b']
  for (const name of [elsewhere, older]) mkdirSync(join(folder, name))
  for (const name of [elsewhere, older, 'old-body', 'new-body'])
    if (name.endsWith('body')) writeFileSync(join(folder, name), '')
  const then = now.getTime() / 1000 - 25 * 3600
  for (const name of [older, 'old-body', living]) utimesSync(join(folder, name), then, then)
  const own = basename(await openSpool(folder, now))
  expect(own).not.toBe(living)
  expect(readdirSync(folder).sort()).toEqual([elsewhere, living, 'new-body', own].sort())
})

test('a second front on the same folder takes no body from the first', { timeout: 60_000 }, async () => {
  const seen: string[] = []
  const records = createServer((incoming, outgoing) => {
    const json = (status: number, body: string) =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    if (incoming.method === 'GET') return void (incoming.url === '/user' ? json(200, '{"id":7}') : json(404, '{}'))
    let bytes = 0
    incoming.on('data', (chunk) => {
      bytes += chunk.length
    })
    incoming.on('end', () => {
      seen.push(`whole ${bytes}`)
      json(200, '{"id":5}')
    })
  })
  await new Promise<void>((resolve) => records.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    records.closeAllConnections()
    records.close()
  })
  const address = records.address()
  const bare = await bareDatabase()
  closers.push(() => bare.drop())
  const settings = {
    API_UPSTREAM: `http://127.0.0.1:${address instanceof Object ? address.port : 0}`,
    DATABASE_URL: bare.url,
    DATA_FOLDER: folder,
    LOG_LEVEL: 'silent',
    PORT: '0',
    HOST: '127.0.0.1',
  }
  const start = async () => {
    const front = await startServer(settings, { empty: true })
    closers.push(() => front.stop())
    return front
  }
  const one = await start()
  let rest = () => {}
  const held = new Promise<void>((resolve) => {
    rest = resolve
  })
  let pieces = 0
  const body = new ReadableStream({
    pull: async (out) => {
      pieces++
      if (pieces === 10) await held
      out.enqueue(new Uint8Array(100 * 1024))
      if (pieces === 20) out.close()
    },
  })
  const headers = {
    'Idempotency-Key': randomUUID(),
    Authorization: 'Bearer seven',
    'Content-Type': 'multipart/form-data; boundary=b',
  }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const sent = fetch(`${one.address}/api/violation/3/photos`, init)
  const spools = join(folder, 'on-its-way')
  const bodies = () => readdirSync(spools, { recursive: true, withFileTypes: true }).filter((it) => it.isFile()).length
  await expect.poll(bodies).toBe(1)
  await start()
  expect(bodies()).toBe(1)
  rest()
  expect([(await sent).status, seen]).toEqual([200, [`whole ${20 * 100 * 1024}`]])
})
