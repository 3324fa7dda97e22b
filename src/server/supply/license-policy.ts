import satisfies from 'spdx-satisfies'
import type { LockedPackage } from './lock-file.ts'

/** Licences under which a town may run and pass on a package without asking anybody. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  // Of fonts: they may be given away inside another work, and their own terms stay with them.
  'OFL-1.1',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]

/**
 * Licences whose conditions apply to changes of the package itself. They are accepted because we use all packages
 * unchanged. LGPL: libvips, which sharp loads as a separate library, and
 * libheif, which the app and the server load as a file of its own. MPL: tools of the build and the tests.
 */
const acceptedUnchanged = ['LGPL-3.0', 'LGPL-3.0-or-later', 'MPL-2.0']

/** Packages whose package.json names no licence, with the licence that their own licence file states. Development only. */
const statedInFile: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
}

/** The same for what a town runs: each was read, and its file is the text of the licence itself. */
const statedInFileOfTown: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** The SPDX expression of a package, or null when it states none. */
export const licenseOf = ({ name, license, isDev }: LockedPackage): string | null =>
  license ?? statedInFileOfTown[name] ?? (isDev ? (statedInFile[name] ?? null) : null)

/** Why a package's licence violates the policy, as a sentence; null when it is accepted. */
export const licenseProblem = (it: LockedPackage): string | null => {
  const license = licenseOf(it)
  if (license === null) return `${it.name} ${it.version} names no licence`
  try {
    return satisfies(license, [...accepted, ...acceptedUnchanged])
      ? null
      : `${it.name} ${it.version} has the licence ${license}, which is not on the list of accepted ones`
  } catch {
    // The library throws for text that is no SPDX expression, such as 'SEE LICENSE IN …'.
    return `${it.name} ${it.version} has a licence that is no SPDX expression: ${license}`
  }
}
