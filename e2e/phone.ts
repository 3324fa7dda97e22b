import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, test } from '@playwright/test'
import { chromiumExecutable, pageExecutable, pageSwitches } from './browser.ts'
import { isConsoleProblem, logViolations } from './console-problems.ts'
import { takeContext } from './kept-context.ts'
import { removeFolder } from './remove-folder.ts'

let shared: Browser | undefined

/** The browser in which phones that never die are contexts; without one, each starts its own. */
export const shareBrowser = (browser: Browser | undefined): void => {
  shared = browser
}

/** A phone: a context of the shared browser, or a process of its own with a profile on disk that can be killed and started again. */
export class Phone {
  page!: Page
  context!: BrowserContext
  /** Console errors, uncaught errors and policy violations since the beginning. */
  problems: string[] = []
  #folder: string | null = null
  #process: ChildProcess | null = null
  #browser: Browser | null = null
  #lastKill = () => this.#process && killGroup(this.#process)
  #size: { width: number; height: number }
  #dies: boolean
  #hasProfile: boolean
  #hasCamera: boolean
  #giveBack: (() => Promise<void>) | undefined

  /** `dies`: it is killed and started again, and must keep its profile. `hasProfile`: it keeps one, as real phones do. */
  constructor({ dies = true, hasProfile = false, hasCamera = false, size = { width: 390, height: 844 } } = {}) {
    this.#size = size
    this.#dies = dies
    this.#hasProfile = dies || hasProfile
    this.#hasCamera = hasCamera
  }

  /** Starts the browser on its profile and opens an address. */
  async start(url: string): Promise<Page> {
    if (this.context && !this.#dies) throw new Error('A phone that is started again must be one that dies')
    if (shared && !this.#hasProfile) await this.#openIn(shared, new URL(url).origin)
    else await this.#launch()
    await this.watch(this.page)
    // A step that hangs must say which one it was, before the whole story runs out of time.
    this.page.setDefaultTimeout(30_000)
    await this.page.goto(url)
    return this.page
  }

  /** The same phone in either project: only its size, which the process of its own gets too. */
  async #openIn(browser: Browser, origin: string): Promise<void> {
    const size = { viewport: this.#size, deviceScaleFactor: 1, isMobile: false, hasTouch: true }
    const options = { ...size, locale: 'en-US', timezoneId: 'America/New_York' }
    const { context, giveBack } = await takeContext(browser, origin, options)
    this.context = context
    this.#giveBack = giveBack
    this.page = await context.newPage()
  }

  async #launch(): Promise<void> {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'codesoft-phone-'))
    const program = pageExecutable() ?? chromiumExecutable() ?? chromium.executablePath()
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${this.#folder}`,
      '--remote-debugging-port=0',
      '--lang=en-US',
      ...pageSwitches,
      // Its pointer is a finger, as in the shared browser.
      '--blink-settings=primaryPointerType=2,availablePointerTypes=2',
      // A green picture with a clock in it, allowed without a question.
      ...(this.#hasCamera ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : []),
      'about:blank',
    ]
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: the program may be a script around the browser, which would live on without it.
      detached: true,
      env: { ...process.env, TZ: 'America/New_York' },
    })
    this.#process = child
    process.once('exit', this.#lastKill)
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr?.on('data', (data: Buffer) => {
        said += data.toString()
        const found = /DevTools listening on (ws:\S+)/.exec(said)
        if (found?.[1]) resolve(found[1])
      })
      child.once('exit', () => reject(new Error(`The browser ended: ${said.slice(-500)}`)))
    })
    this.#browser = await chromium.connectOverCDP(address)
    const [context] = this.#browser.contexts()
    if (!context) throw new Error('The browser has no profile')
    this.context = context
    this.page = context.pages()[0] ?? (await context.newPage())
    await this.page.setViewportSize(this.#size)
  }

  /** Notes everything that goes wrong on a page. */
  async watch(page: Page): Promise<void> {
    page.on('console', (line) => {
      if (isConsoleProblem(line)) this.problems.push(line.text())
    })
    page.on('pageerror', (error) => this.problems.push(String(error.stack || error)))
    await logViolations(page)
  }

  /** SIGKILL, as a phone out of battery does it. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child) return
    this.#process = null
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.off('exit', this.#lastKill)
    killGroup(child)
    // A process that has ended already fires no second event.
    if (child.exitCode === null && child.signalCode === null) await gone
    await this.#browser?.close().catch(() => undefined)
  }

  /** Ends it for good; a picture of the last page is kept when the story failed. */
  async end(): Promise<void> {
    const isOpen = this.#folder ? this.#process !== null : this.context !== undefined
    if (test.info().errors.length > 0 && isOpen) {
      await this.page.screenshot({ path: test.info().outputPath('last-page.png') }).catch(() => undefined)
      await test.info().attach('problems', { body: this.problems.join('\n') })
    }
    await this.discard()
  }

  /** Ends it, and nothing of it stays: what a story does that is not told by the test runner. */
  async discard(): Promise<void> {
    await this.kill()
    if (this.#folder) await removeFolder(this.#folder)
    else await this.#giveBack?.()
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The whole process group has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
