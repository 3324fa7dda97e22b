import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../remove-folder.ts'
import { startDisplay } from './display.ts'
import { type Driver, isNoise, screen, stepLimitMs, zone } from './driver.ts'

const browserPath = join(import.meta.dirname, 'webkit-browser.py')

/** The key of element references in WebDriver, as the standard defines it. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Time that the browser needs to write its profile after its window has closed (ms). */
const flushMs = 500

/** A WebKitGTK browser on a virtual screen, driven by W3C WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-webkit-'))
  const noted = collectProblems()
  const display = await startDisplay()
  const port = await freePort()
  const ask = (method: string, path: string, body?: unknown) => askDriver(port, method, path, body)
  const startDriver = async () => {
    const program = startProgram('WebKitWebDriver', [`--port=${port}`], {
      DISPLAY: display.name,
      HOME: folder,
      TZ: zone,
      LANG: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
    })
    program.stdout?.on('data', noted.hear)
    program.stderr?.on('data', noted.hear)
    await answering(() => ask('GET', '/status'))
    return program
  }
  let driver = await startDriver()
  let session = await openSession(ask, folder)
  const inPage = (method: string, path: string, body?: unknown) => ask(method, `/session/${session.id}${path}`, body)
  const evaluate = (expression: string) =>
    inPage('POST', '/execute/async', { script: asyncScript(expression), args: [] })
  /** Acts on the element of an expression; false when there is none. */
  const withElement = async (expression: string, what: string, body: unknown): Promise<boolean> => {
    const found = await inPage('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
    if (typeof found !== 'object' || found === null || !(elementKey in found)) return false
    return await inPage('POST', `/element/${found[elementKey]}/${what}`, body).then(
      () => true,
      (error: unknown) => {
        // The element has moved or was rendered again; the caller retries.
        if (error instanceof WebDriverError && mayPass.has(error.code)) return false
        throw error
      },
    )
  }
  const closeSession = async () => {
    await inPage('DELETE', '/window')
    await new Promise((resolve) => setTimeout(resolve, flushMs))
    await inPage('DELETE', '').catch(() => undefined) // it may have ended with its last window
  }
  return {
    name: 'WebKit',
    version: session.version,
    goto: async (url) => void (await inPage('POST', '/url', { url })),
    evaluate,
    tap: (expression) => withElement(expression, 'click', {}),
    type: (expression, text) => withElement(expression, 'value', { text }),
    choose: (expression, paths) => withElement(expression, 'value', { text: paths.join('\n') }),
    screenshot: async (path) => writeFileSync(path, await display.picture()),
    restart: async () => {
      await closeSession()
      session = await openSession(ask, folder)
    },
    kill: async () => {
      await ended(driver)
      driver = await startDriver()
      session = await openSession(ask, folder)
    },
    loseDatabases: async () => killNetworkProcess(driver),
    hasCamera: true,
    takeProblems: noted.take,
    end: async () => {
      await closeSession().catch(() => undefined)
      await ended(driver)
      await display.close()
      await removeFolder(folder)
    },
  }
}

/** Errors that may disappear a moment later. */
const mayPass = new Set([
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'no such element',
])

const asyncScript = (expression: string) =>
  `const done = arguments[arguments.length - 1];
   Promise.resolve().then(() => ${expression}).then((it) => done({ it }), (error) => done({ error: String(error) }))`

class WebDriverError extends Error {
  override readonly name = 'WebDriverError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One call of the WebDriver protocol. The result of `evaluate` is unwrapped. */
async function askDriver(port: number, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new WebDriverError(error, message)
  }
  if (!path.endsWith('/execute/async')) return value
  const { it, error } = value as { it?: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return it
}

async function openSession(ask: (method: string, path: string, body: unknown) => Promise<unknown>, folder: string) {
  const args = [browserPath, folder, `${screen.width}x${screen.height}`]
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } }
  const opened = (await ask('POST', '/session', { capabilities: { alwaysMatch } })) as {
    sessionId: string
    capabilities: { browserVersion?: string }
  }
  const timeouts = { script: stepLimitMs, pageLoad: stepLimitMs, implicit: 0 }
  await ask('POST', `/session/${opened.sessionId}/timeouts`, timeouts)
  return { id: opened.sessionId, version: opened.capabilities.browserVersion ?? '' }
}

/** Reads the pages' console from the output of the browser. */
function collectProblems() {
  let rest = ''
  let problems: string[] = []
  return {
    hear: (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n')
      rest = lines.pop() ?? ''
      problems.push(...lines.filter((line) => /CONSOLE (\w+ )?ERROR/.test(line) && !isNoise(line)))
    },
    take: () => {
      const taken = problems
      problems = []
      return taken
    },
  }
}

function startProgram(program: string, args: string[], env: Record<string, string>): ChildProcess {
  // A process group of its own, because the browser that it starts must end with it.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  })
  process.once('exit', () => killGroup(child))
  return child
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The processes have ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Ends the process of the network and the databases among those that a program has started (Linux). */
function killNetworkProcess({ pid: group }: ChildProcess): void {
  const isOurs = (pid: string) => {
    // 'PID (name, cut to 15 characters) state parent group ...'
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /\(WebKitNetwork/.test(stat) && Number(stat.replace(/^.*\) /, '').split(' ')[2]) === group
  }
  const found = readdirSync('/proc').filter((it) => /^\d+$/.test(it) && existsSync(`/proc/${it}/stat`) && isOurs(it))
  if (found.length !== 1) throw new Error(`WebKit has ${found.length} network processes`)
  process.kill(Number(found[0]), 'SIGKILL')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  killGroup(child)
  await gone
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Retries until the program that was just started answers. */
async function answering(question: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + stepLimitMs
  for (;;) {
    const answered = await question().then(
      () => true,
      () => false,
    )
    if (answered) return
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
