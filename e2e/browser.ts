import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'

/** Where systems install a Chromium. */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
]

/**
 * The path of a Chromium on this machine: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there
 * is none.
 */
export const chromiumExecutable = (): string | undefined => {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const own = chromium.executablePath()
  return existsSync(own) ? own : systemPaths.find((path) => existsSync(path))
}

/** A headless Chromium needs a third less work. In a folder of its own, its profile outlives a kill too. */
const shellPath = '/usr/bin/chromium-headless-shell'

/** The browser of the tests; undefined for Playwright's default, if its browsers are installed. */
export const pageExecutable = (): string | undefined => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(chromium.executablePath())) return undefined
  return existsSync(shellPath) ? shellPath : chromiumExecutable()
}

/**
 * Switches of the browser of the tests. A headless Chromium keeps no compiled code, and compiles each script anew in the
 * background before it finds the code of the last page; without that a cold start takes a fifth less work.
 */
export const pageSwitches = ['--js-flags=--no-script-streaming']

/**
 * The path of a Chromium on this machine. Installs one when there is none: Playwright's download, else (as root, with
 * apt) the system's package.
 */
const foundOrInstalled = (): string | undefined => {
  const there = chromiumExecutable()
  if (there) {
    addShell(there)
    return there
  }
  if (isRun('npx', ['playwright', 'install', 'chromium'])) return chromiumExecutable()
  if (!mayInstall()) return undefined
  isRun('apt-get', ['update'])
  isRun('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  // Only an optimisation: older systems have no such package.
  isRun('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  return chromiumExecutable()
}

/** Needs root and apt. */
const mayInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs the headless Chromium beside Debian's, in the same version, so that nothing else on the machine changes.
 * Without it the tests are slower but complete.
 */
const addShell = (there: string): void => {
  if (there !== '/usr/bin/chromium' || process.env.CHROMIUM_PATH || existsSync(shellPath) || !mayInstall()) return
  // The output is 'chromium', a tab and the version.
  const [, version] = spawnSync('dpkg-query', ['-W', 'chromium'], { encoding: 'utf8' }).stdout?.trim().split('\t') ?? []
  if (!version) return
  const patience = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0']
  isRun('apt-get', [...patience, 'install', '-y', '--no-install-recommends', `chromium-headless-shell=${version}`])
}

const installLimitMs = 300_000

/** Runs a command with its output on stderr, so that stdout has the path alone. */
const isRun = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: installLimitMs }).status === 0

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = foundOrInstalled()
  if (path && existsSync(path)) {
    console.log(path)
  } else {
    console.error(
      path
        ? `CHROMIUM_PATH names ${path}, which is not there.`
        : 'No Chromium found for the browser tests. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
    process.exitCode = 1
  }
}
