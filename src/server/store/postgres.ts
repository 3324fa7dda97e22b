import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartFailure } from './failure.ts'
import { isAlive } from './folder-lock.ts'
import { databaseUrl, type ListenAddress, listenAddresses } from './postgres-address.ts'
import type { PostgresFolder } from './postgres-folder.ts'
import type { PostgresProgram } from './postgres-program.ts'

/** A PostgreSQL of our own that is running. */
interface Postgres {
  /** The connection URL for this database. It contains the password: never log it. */
  url(database: string): string
  /** Stops it, with every change on disk. */
  stop(): Promise<void>
  /** Resolves with its last output if it ends without being asked to. */
  died: Promise<string>
}

/** How long it may take to answer after its start, including recovery after a power cut. */
const START_MS = 60_000
/** How long an orderly stop may take before it is killed. */
const STOP_MS = 15_000
/** The last lines of PostgreSQL's output, kept to report why it ended. */
const LAST_LINES = 5

/** Starts PostgreSQL on a prepared folder. `settings` are additional ones, such as 'fsync=off'. */
export const startPostgres = async (
  folder: PostgresFolder,
  program: PostgresProgram,
  settings: string[] = [],
): Promise<Postgres> => {
  await endLeftover(folder.path)
  let words = ''
  for await (const address of listenAddresses(folder.path, program)) {
    const run = launch(folder, program, [...address.settings, ...settings])
    const url = (database: string) => databaseUrl(address, folder.password, database)
    const end = async () => {
      await stop(run)
      address.remove()
    }
    if (await answers(url('postgres'), run)) return { url, stop: end, died: run.died }
    words = run.words().trim()
    await end()
    // If no socket is possible, or another program took the port first, the next address is tried.
    if (!/could not (create|bind)|too long/.test(words)) break
  }
  throw new StartFailure(`The database in ${folder.path} did not start: ${words || 'it gave no reason'}`)
}

/** The URL of the PostgreSQL that another of our processes runs on this folder; undefined if none runs. */
export const runningPostgres = (folder: PostgresFolder, database: string): string | undefined => {
  const known = readPostmaster(folder.path)
  return known && isAlive(known.pid) ? databaseUrl(known, folder.password, database) : undefined
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
  const usual = ['shared_buffers=128MB', 'max_connections=100']
  // It gets its own process group: Ctrl-C is for us, and the database must outlive the requests that finish then.
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
  const timer = setTimeout(() => run.child.kill('SIGQUIT'), STOP_MS)
  await run.ended
  clearTimeout(timer)
}

const answers = async (url: string, run: Run): Promise<boolean> => {
  for (const end = Date.now() + START_MS; Date.now() < end && !run.hasEnded(); ) {
    const client = new pg.Client({ connectionString: url })
    // A connection that breaks while it is opened reports it twice; the second report comes here.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // Not ready yet: the loop asks again until it answers, ends, or the time is up.
      await pause(30)
    }
  }
  return false
}

/** A killed server leaves its PostgreSQL running. It is stopped first, so that there are never two. */
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
  // Only Linux tells. Elsewhere PostgreSQL itself refuses a folder in use.
  if (!existsSync(`/proc/${pid}/cmdline`)) return false
  const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return program.endsWith('postgres') && rest.includes(path)
}

/** What a running PostgreSQL records: its process, its port, and its socket's folder if any. */
const readPostmaster = (path: string): ({ pid: number } & Pick<ListenAddress, 'port' | 'socketFolder'>) | undefined => {
  const file = join(path, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port, socketFolder: lines[4]?.trim() || null } : undefined
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
