import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { StartFailure } from './failure.ts'
import { isAlive } from './folder-lock.ts'
import { DATABASE_USER, type PostgresFolder } from './postgres-folder.ts'
import type { PostgresProgram } from './postgres-program.ts'

/** A PostgreSQL of our own that is running. */
export interface Postgres {
  /** Where to connect for this database. Holds the password: never log it. */
  url(database: string): string
  /** Ends it, every change on disk. */
  stop(): Promise<void>
  /** Resolves with its last words if it ends without having been asked to. */
  died: Promise<string>
}

/** How long it may take to answer after its start, recovery after a power cut included. */
const START_MS = 60_000
/** How long it may take to end in good order before it is made to. */
const STOP_MS = 15_000
/** What PostgreSQL said last, kept to tell why it ended. */
const LAST_LINES = 5
/** Another program may take the free port between our look and our start. */
const PORT_ATTEMPTS = 3

/** Starts PostgreSQL on a prepared folder. `settings` are further ones, 'fsync=off'. */
export const startPostgres = async (
  folder: PostgresFolder,
  program: PostgresProgram,
  settings: string[] = [],
): Promise<Postgres> => {
  await endLeftover(folder.path)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const run = launch(folder, program, [`port=${port}`, ...settings])
    const url = (database: string) => urlOf(folder.password, port, database)
    if (await answers(url('postgres'), run)) return { url, stop: () => stop(run), died: run.died }
    if (attempt < PORT_ATTEMPTS && /could not (create|bind)/.test(run.words())) continue
    await stop(run)
    throw new StartFailure(`The database in ${folder.path} did not start: ${run.words().trim() || 'it gave no reason'}`)
  }
}

/** The address of the PostgreSQL that another process of ours runs on this folder; undefined when none runs. */
export const runningPostgres = (folder: PostgresFolder, database: string): string | undefined => {
  const known = readPostmaster(folder.path)
  return known && isAlive(known.pid) ? urlOf(folder.password, known.port, database) : undefined
}

interface Run {
  child: ChildProcess
  words(): string
  hasEnded(): boolean
  ended: Promise<void>
  died: Promise<string>
  expectEnd(): void
}

const launch = ({ path }: PostgresFolder, { bin, runAs }: PostgresProgram, settings: string[]): Run => {
  const usual = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=128MB',
    'max_connections=100',
  ]
  // Its own process group: a Ctrl-C is for us, and the database must outlive the requests that finish then.
  const child = spawn(join(bin, 'postgres'), ['-D', path, ...[...usual, ...settings].flatMap((it) => ['-c', it])], {
    ...runAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  let expected = false
  let hasEnded = false
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  child.stderr?.on('data', (data) => {
    words = (words + data).slice(-4000)
  })
  const died = new Promise<string>((resolve) => {
    child.once('close', () => {
      if (!expected) resolve(words.trim().split('\n').slice(-LAST_LINES).join('\n'))
    })
  })
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true
      process.off('exit', endWithUs)
      resolve()
    }
    child.once('close', end)
    child.once('error', (error) => {
      words += error.message
      end()
    })
  })
  const expectEnd = () => {
    expected = true
  }
  return { child, words: () => words, hasEnded: () => hasEnded, ended, died, expectEnd }
}

const stop = async (run: Run): Promise<void> => {
  run.expectEnd()
  if (run.hasEnded()) return
  run.child.kill('SIGINT')
  const patience = setTimeout(() => run.child.kill('SIGQUIT'), STOP_MS)
  await run.ended
  clearTimeout(patience)
}

const answers = async (url: string, run: Run): Promise<boolean> => {
  for (const end = Date.now() + START_MS; Date.now() < end && !run.hasEnded(); ) {
    const client = new pg.Client({ connectionString: url })
    // A connection that breaks while it is being made says so twice; the second time here.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // Not ready yet: the loop asks again, until it answers, ends, or the time is up.
      await pause(30)
    }
  }
  return false
}

/** A server that was killed leaves its PostgreSQL running. It is ended first, in good order, so that never two run. */
const endLeftover = async (path: string): Promise<void> => {
  const left = readPostmaster(path)
  if (!left || !isAlive(left.pid) || !isPostgresOf(left.pid, path)) return
  process.kill(left.pid, 'SIGINT')
  for (const end = Date.now() + STOP_MS; Date.now() < end; ) {
    if (!isAlive(left.pid)) return
    await pause(50)
  }
  throw new StartFailure(
    `A PostgreSQL with process number ${left.pid} still runs on ${path} and does not end. End it first.`,
  )
}

const isPostgresOf = (pid: number, path: string): boolean => {
  // Only Linux tells; elsewhere PostgreSQL itself refuses a folder that is in use.
  if (!existsSync(`/proc/${pid}/cmdline`)) return false
  const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return program.endsWith('postgres') && rest.includes(path)
}

const readPostmaster = (path: string): { pid: number; port: number } | undefined => {
  const file = join(path, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : undefined
}

const urlOf = (password: string, port: number, database: string) =>
  `postgres://${DATABASE_USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address instanceof Object ? resolve(address.port) : reject(new Error('No free port'))))
    })
  })
