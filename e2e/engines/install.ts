import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** A browser engine besides Chromium, and how to install it. */
export interface Engine {
  name: Driver['name']
  /** Starts it. Undefined on a machine without it. */
  find(): (() => Promise<Driver>) | undefined
  /** Debian's packages. */
  packages: readonly string[]
}

const firefoxPaths = ['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox']

export const engines: readonly Engine[] = [
  {
    name: 'WebKit',
    find: () => (hasWebKit() ? startWebKit : undefined),
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  },
  {
    name: 'Firefox',
    find: () => {
      const path = process.env.FIREFOX_PATH ?? firefoxPaths.find((it) => existsSync(it))
      return path === undefined ? undefined : () => startFirefox(path)
    },
    packages: ['firefox-esr'],
  },
]

const hasWebKit = (): boolean =>
  isRun('WebKitWebDriver', ['--help']) &&
  isRun('Xvfb', ['-help']) &&
  isRun('/usr/bin/python3', [
    '-c',
    "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import Gtk, WebKit2",
  ])

/** Gives the function that starts an engine. Installs a missing one first; gives the reason if that fails. */
export function foundOrInstalled(engine: Engine): { start: () => Promise<Driver> } | { missing: string } {
  const there = engine.find()
  if (there) return { start: there }
  const command = `apt-get install ${engine.packages.join(' ')}`
  if (!mayInstall())
    return { missing: `${engine.name} is not on this machine, and only root may install it. On Debian: ${command}` }
  console.log(`${engine.name} is not on this machine: ${command}`)
  install(['update'])
  install(['install', '-y', '--no-install-recommends', ...engine.packages])
  const now = engine.find()
  return now ? { start: now } : { missing: `${engine.name} could not be installed here by: ${command}` }
}

const mayInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const installLimitMs = 600_000

/** Waits for another installation on the same machine. */
const install = (args: readonly string[]) =>
  spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: installLimitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

const isRun = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0
