import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheapPasswords } from '../harness/server-process.ts'

/** One line of the container file, such as { word: 'RUN', rest: 'npm ci' }. */
interface Step {
  word: string
  rest: string
}

const readSteps = (text: string): Step[] =>
  text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }))

const steps = readSteps(readFileSync('src/server/Dockerfile', 'utf8'))
const isRoot = process.getuid?.() === 0
/** Installing and pruning from the registry takes minutes; without this, the installed packages are used instead. */
const isWhole = process.env.CONTAINER_WHOLE === '1'

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
const places = [tmpdir(), '/tmp', '/var/tmp']
/** Where files can be hard links to the installed packages, which are half a gigabyte. */
const linked = places.find((it) => deviceOf(it) === deviceOf('node_modules'))
const root = mkdtempSync(join(linked ?? tmpdir(), 'codesoft-container-'))
const copyPackages = (from: string, to: string) => execFileSync('cp', [linked ? '-al' : '-a', from, to])
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', root])
  rmSync(root, { recursive: true, force: true })
})

/** The variables that the last stage sets for the process that it starts. */
const started = { env: {} as Record<string, string>, user: '', entry: [] as string[], health: [] as string[] }

beforeAll(() => {
  chmodSync(root, 0o755)
  let stage = ''
  let folder = ''
  const inStage = (path: string, of = folder) => join(root, of, path.startsWith('/') ? path : join('app', path))
  for (const { word, rest } of steps) {
    if (word === 'FROM') {
      stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      folder = stage
      mkdirSync(join(root, folder, 'app'), { recursive: true })
    } else if (word === 'COPY') copy(rest, inStage)
    else if (word === 'RUN') run(rest, join(root, folder))
    else if (word === 'ENV' && stage === 'last')
      for (const pair of rest.split(/\s+/)) started.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    else if (word === 'USER') started.user = rest
    else if (word === 'ENTRYPOINT' || word === 'CMD') started.entry.push(...JSON.parse(rest))
    else if (word === 'HEALTHCHECK') started.health = JSON.parse(rest.slice(rest.indexOf('[')))
  }
}, 300_000)

function copy(rest: string, inStage: (path: string, of?: string) => string): void {
  const words = rest.split(' ')
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  if (from) words.shift()
  const target = words.pop() ?? ''
  for (const source of words) {
    const isFolder = target.endsWith('/')
    const path = from ? inStage(source.replace(/^\/app\//, ''), from) : source
    const to = inStage(isFolder ? join(target, source.split('/').pop() ?? '') : target)
    if (path.endsWith('node_modules')) copyPackages(path, to)
    else cpSync(path, to, { recursive: true })
  }
}

function run(command: string, stageFolder: string): void {
  if (command.startsWith('npm ci') && !isWhole) {
    copyPackages('node_modules', join(stageFolder, 'app/node_modules'))
    return
  }
  if (command.startsWith('npm prune') && !isWhole) return
  const owner = /^mkdir (\/\w+) && chown (\d+):(\d+) \1$/.exec(command)
  if (owner?.[1]) {
    mkdirSync(join(stageFolder, owner[1]))
    if (isRoot) chownSync(join(stageFolder, owner[1]), Number(owner[2]), Number(owner[3]))
    return
  }
  const env = { ...process.env, NODE_ENV: '' }
  execFileSync('sh', ['-c', command], { cwd: join(stageFolder, 'app'), env, stdio: ['ignore', 'pipe', 'pipe'] })
}

test('the steps of the container file give a server that runs without root, writes its data only, and is healthy', async () => {
  const [uid = 0, gid = 0] = started.user.split(':').map(Number)
  expect(uid).toBeGreaterThan(0)
  const port = await freePort()
  const folder = join(root, 'last')
  const app = join(folder, 'app')
  // The read-only root: the process neither owns nor may write what was installed.
  execFileSync('chmod', ['-R', 'a-w', app])
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const data = join(folder, 'data')
  const env = {
    PATH: process.env.PATH,
    ...started.env,
    ...cheapPasswords,
    ...{ HOST: '127.0.0.1', PORT: String(port), DATA_FOLDER: data, TMPDIR: temporary },
  }
  const identity = isRoot ? { uid, gid } : {}
  const [program = '', ...args] = started.entry
  const child = spawn(program, args, { cwd: app, env, ...identity })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    await expect.poll(() => said, { timeout: 100_000, interval: 100 }).toContain('CodeSoft is at')
    const [check = '', ...checkArgs] = started.health
    execFileSync(check, checkArgs, { env, cwd: app, ...identity })
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect(said).toContain('npm run user -- add')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended, said).toBe(0)
  // The server is away: the check must say so.
  expect(() => {
    const [check = '', ...checkArgs] = started.health
    execFileSync(check, checkArgs, { env, cwd: app, stdio: 'pipe' })
  }).toThrow()
  const writtenByIt = execFileSync('find', [app, '-newer', join(data, 'postgres/PG_VERSION'), '-type', 'f'])
  expect(String(writtenByIt)).toBe('')
}, 180_000)

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
