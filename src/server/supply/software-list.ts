import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SoftwareList } from '../../contract/software.ts'
import { licenseOf } from './license-policy.ts'
import { type LockedPackage, lockedPackages } from './lock-file.ts'

const textNames = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i

/** Lists what package-lock.json names for a town, with the licence texts found in node_modules below `root`. */
export const softwareList = (root: string): SoftwareList => {
  const texts: string[] = []
  const packages = new Map<string, SoftwareList['packages'][number]>()
  for (const it of lockedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
    const key = `${it.name} ${it.version}`
    if (it.isDev || packages.has(key) || !isInstalled(root, it)) continue
    packages.set(key, {
      name: it.name,
      version: it.version,
      license: licenseOf(it) ?? 'not named',
      text: placeOf(texts, licenseText(join(root, it.path))),
    })
  }
  return { packages: [...packages.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')), texts }
}

/** Packages for other platforms are in the lock file but not on this disk; a town does not run them. */
const isInstalled = (root: string, { path }: LockedPackage) => existsSync(join(root, path, 'package.json'))

const licenseText = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && textNames.test(it.name))
    .map((it) => readFileSync(join(folder, it.name), 'utf8').replace(/\r\n?/g, '\n').trim())
    .join('\n\n')

const placeOf = (texts: string[], text: string): number | null => {
  if (text === '') return null
  const at = texts.indexOf(text)
  return at >= 0 ? at : texts.push(text) - 1
}
