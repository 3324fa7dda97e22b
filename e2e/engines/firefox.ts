import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { removeFolder } from '../remove-folder.ts'
import { type Driver, isNoise, screen, stepLimitMs, zone } from './driver.ts'

/** Firefox without a window, driven by WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-firefox-'))
  let problems: string[] = []
  let isLeaving = false
  const note = (line: string) => {
    // Leaving a page aborts the loading of its code and pictures, and the page may be too far gone to handle the error.
    const isCutOff = isLeaving && /error loading dynamically imported module|Image corrupt or truncated/.test(line)
    if (!isNoise(line) && !isCutOff) problems.push(line)
  }
  let browser = await launch(executablePath, folder)
  let page = await openPage(browser, note)
  const withElement = async (expression: string, act: (element: ElementHandle<Element>) => Promise<void>) => {
    const handle = await page.evaluateHandle(expression)
    const element = handle.asElement() as ElementHandle<Element> | null
    if (!element) return false
    await act(element)
    return true
  }
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^\w+\//, ''),
    goto: async (url) => {
      isLeaving = true
      try {
        await page.goto(url, { timeout: stepLimitMs })
      } finally {
        isLeaving = false
      }
    },
    evaluate: (expression) => page.evaluate(expression),
    tap: (expression) => withElement(expression, (element) => element.click()),
    type: (expression, text) => withElement(expression, (element) => element.type(text)),
    choose: (expression, paths) =>
      withElement(expression, (element) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths)),
    screenshot: async (path) => writeFileSync(path, await page.screenshot()),
    restart: async () => {
      await browser.close()
      browser = await launch(executablePath, folder)
      page = await openPage(browser, note)
    },
    kill: async () => {
      const program = browser.process()
      const gone = new Promise((resolve) => program?.once('exit', resolve))
      program?.kill('SIGKILL')
      await gone
      await settingsBack(folder)
      browser = await launch(executablePath, folder)
      page = await openPage(browser, note)
    },
    hasCamera: true,
    takeProblems: () => {
      const taken = problems
      problems = []
      return taken
    },
    end: async () => {
      await browser.close()
      await removeFolder(folder)
    },
  }
}

/** Waits until the driver has put the profile's own settings back after the browser ended: the next start reads them. */
async function settingsBack(folder: string): Promise<void> {
  const settings = join(folder, 'user.js')
  while (existsSync(`${settings}.puppeteer`) || !existsSync(settings)) await setTimeout(20)
}

const launch = (executablePath: string, userDataDir: string): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    userDataDir,
    headless: true,
    env: { ...process.env, TZ: zone },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      // A camera that the browser invents, and nobody to allow it.
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      // After a kill it asks nothing about the pages before.
      'browser.sessionstore.resume_from_crash': false,
    },
  })

async function openPage(browser: Browser, note: (line: string) => void): Promise<Page> {
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  page.setDefaultTimeout(stepLimitMs)
  page.on('console', (line) => {
    if (line.type() === 'error') note(line.text())
  })
  page.on('pageerror', (error) => note(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  await page.setViewport(screen)
  // This protocol does not report violations of the page's policy.
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  return page
}
