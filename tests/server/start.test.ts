import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { isAlive } from '../../src/server/store/folder-lock.ts'
import { openStore } from '../../src/server/store/open-store.ts'
import { cheapPasswords, type StartedProcess, spawnServer } from '../harness/server-process.ts'
import { byTsx, programArgs } from '../harness/server-program.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-start-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const start = (folder: string, args: string[] = [], more: Record<string, string> = {}): StartedProcess => {
  const started = spawnServer({ DATA_FOLDER: folder, ...more }, args)
  closers.push(started.stop)
  return started
}

const stop = (started: StartedProcess) => started.stop()

const postgresOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const signIn = async (address: string, email: string, password: string) => {
  const body = new URLSearchParams({ username: email, password })
  return (await fetch(`${address}/api/login`, { method: 'POST', body })).status
}

let founded: string
beforeAll(async () => {
  founded = mkdtempSync(join(tmpdir(), 'codesoft-founded-'))
  const { address, stop } = spawnServer({ DATA_FOLDER: founded }, ['--empty'])
  await address
  await stop()
}, 120_000)
afterAll(() => rmSync(founded, { recursive: true, force: true }))

/**
 * A folder with the database of a town without people: making a new one takes most of a start, and the demo town tries
 * it already.
 */
const emptyTown = () => {
  const folder = newFolder()
  // Owners and permissions are copied too: under root the database belongs to another user.
  execFileSync('cp', ['-a', `${founded}/.`, folder])
  return folder
}

/** Runs the command beside the server, while this process keeps listening. */
const user = async (folder: string, given: string[], input = '') => {
  const args = programArgs('src/server/cli/user.ts', given)
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_FOLDER: folder, ...cheapPasswords } })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, said: said + told }
}

const MINUTE = 60_000

test(
  'an empty folder becomes the demo town, answers, refuses a second server, stops in good order and starts again',
  async () => {
    const folder = newFolder()
    const first = spawnServer({ DATA_FOLDER: folder }, [], byTsx('src/server/main.ts'))
    closers.push(first.stop)
    const address = await first.address
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await expect.poll(first.said).toContain('admin@codesoft.example')
    expect(await signIn(address, 'ons@codesoft.example', DEMO_PASSWORD)).toBe(200)
    expect(await signIn(address, 'former@codesoft.example', DEMO_PASSWORD)).toBe(403)

    const second = start(folder)
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`${folder} is in use by the server with process number ${first.child.pid}`)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)

    const postgres = postgresOf(folder)
    expect(isAlive(postgres)).toBe(true)
    expect(await stop(first)).toBe(0)
    expect(isAlive(postgres)).toBe(false)
    expect(existsSync(join(folder, 'server.pid'))).toBe(false)

    const again = start(folder)
    expect(await signIn(await again.address, 'ons@codesoft.example', DEMO_PASSWORD)).toBe(200)
    expect(await stop(again)).toBe(0)
  },
  2 * MINUTE,
)

test(
  'a server that was killed leaves a database that the next start ends and takes over, every record in it',
  async () => {
    const folder = emptyTown()
    const first = start(folder, ['--empty'])
    await first.address
    const left = postgresOf(folder)
    first.child.kill('SIGKILL')
    await first.ended
    expect(isAlive(left)).toBe(true)
    const next = start(folder)
    await next.address
    expect(isAlive(left)).toBe(false)
    await expect.poll(next.said).toContain('This town has no users yet')
    expect(await stop(next)).toBe(0)
  },
  2 * MINUTE,
)

test(
  'a database that ends by itself ends the server, with a reason',
  async () => {
    const folder = emptyTown()
    const town = start(folder, ['--empty'])
    await town.address
    process.kill(postgresOf(folder), 'SIGQUIT')
    expect(await town.ended).toBe(1)
    expect(town.said()).toContain('The database ended by itself')
  },
  MINUTE,
)

test(
  'SE-01 an empty town prints a code with which the first Admin is made at the command line, once',
  async () => {
    const folder = emptyTown()
    const town = start(folder, ['--empty'])
    const address = await town.address
    await expect.poll(town.said).toMatch(/--code (\S+)/)
    const code = /--code (\S+)/.exec(town.said())?.[1] ?? ''
    const [ada, oda] = ['ada@town.example', 'oda@town.example']
    const secret = '--password-stdin'
    const refusedWith = (words: string) => ({ status: 1, said: expect.stringContaining(words) })
    const [noAdmin, noCode] = await Promise.all([
      user(folder, ['add', ada, '--role', 'ons', '--code', code]),
      user(folder, ['add', ada, '--role', 'admin', '--code', 'guess']),
    ])
    expect([noAdmin, noCode]).toEqual([refusedWith('must be an Admin'), refusedWith('the code')])
    const first = await user(folder, ['add', ada, '--role', 'admin', '--code', code, secret], 'a long enough one\n')
    expect(first.status).toBe(0)
    expect(await signIn(address, ada, 'a long enough one')).toBe(200)
    const [short, long, made] = await Promise.all([
      user(folder, ['add', 'otto@town.example', '--role', 'ons', secret], 'short\n'),
      user(folder, ['password', ada, secret], `${'a long enough one '.repeat(60)}\n`),
      user(folder, ['add', oda, '--role', 'ons']),
    ])
    expect(short).toEqual(refusedWith('at least 10'))
    expect(long).toEqual(refusedWith('at most 1024'))
    const password = /: (\S+)$/m.exec(made.said)?.[1] ?? ''
    expect(await signIn(address, oda, password)).toBe(200)
    const [last, disabled] = await Promise.all([
      user(folder, ['disable', ada]),
      user(folder, ['disable', oda.toUpperCase()]),
    ])
    expect([last, disabled.status]).toEqual([refusedWith('last Admin'), 0])
    expect(await signIn(address, oda, password)).toBe(403)
    expect((await user(folder, ['list'])).said).toMatch(/oda@town\.example.*\(disabled\)/)
    expect(await stop(town)).toBe(0)
  },
  2 * MINUTE,
)

test(
  'wrong settings and a port in use are told in one line',
  async () => {
    const folder = emptyTown()
    const holder = createServer().listen(0, '127.0.0.1')
    closers.push(() => holder.close())
    await new Promise((resolve) => holder.once('listening', resolve))
    const address = holder.address()
    const port = address instanceof Object ? address.port : 0
    const taken = start(folder, ['--empty'], { PORT: String(port) })
    const wrong = start(newFolder(), [], { PORT: 'high', TOWN_ZONE: 'America/New_York' })
    const gone = start(newFolder(), [], { DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
    expect(await Promise.all([taken.ended, wrong.ended, gone.ended])).toEqual([1, 1, 1])
    expect(taken.said()).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(wrong.said()).toMatch(/^Settings: PORT/)
    expect(gone.said()).toContain('The database does not answer')
    expect(gone.said()).not.toContain('hidden')
  },
  MINUTE,
)

test.skipIf(process.getuid?.() !== 0)(
  'root may keep a town below a folder that is closed to others: the database finds a place, and says where',
  async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const store = await openStore({ dataFolder: join(closed, 'data') })
    const place = / is therefore kept in (\S+):/.exec(store.notice)?.[1] ?? ''
    closers.push(() => rmSync(place, { recursive: true }))
    expect(existsSync(join(place, 'PG_VERSION'))).toBe(true)
    await store.close()
    const again = await openStore({ dataFolder: join(closed, 'data') })
    expect(again.notice).toContain(place)
    await again.close()
  },
  MINUTE,
)

test.skipIf(process.platform === 'win32')(
  'the database of the folder stands on a Unix socket of its own, not on the network; also where the way to it is long',
  async () => {
    for (const name of ['data', `${'long '.repeat(20)}, way`]) {
      const above = newFolder()
      // Root's database runs as another user, who must pass through.
      chmodSync(above, 0o711)
      const folder = join(above, name)
      execFileSync('cp', ['-a', founded, folder])
      const started = start(folder, ['--empty'])
      const address = await started.address
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      const lines = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
      const [socketFolder = '', network] = lines.slice(4)
      expect([existsSync(join(socketFolder, '.s.PGSQL.5432')), network]).toEqual([true, ''])
      // Only its own user may pass through.
      expect(statSync(socketFolder).mode & 0o077).toBe(0)
      expect(socketFolder === join(folder, 'postgres')).toBe(name === 'data')
      expect(await user(folder, ['list'])).toMatchObject({ status: 0 })
      await stop(started)
      expect(existsSync(join(socketFolder, '.s.PGSQL.5432'))).toBe(false)
    }
  },
  2 * MINUTE,
)

test('a folder that holds something else is left as it is', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/letter.txt'), 'mine')
  await expect(openStore({ dataFolder: folder })).rejects.toThrow('holds files but no database')
  expect(readFileSync(join(folder, 'postgres/letter.txt'), 'utf8')).toBe('mine')
  expect(existsSync(join(folder, 'server.pid'))).toBe(false)
})
