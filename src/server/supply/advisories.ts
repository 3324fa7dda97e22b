import semver from 'semver'
import * as z from 'zod/mini'
import type { LockedPackage } from './lock-file.ts'

/** A known vulnerability of a package, or a compromised version. */
const Advisory = z.object({
  package: z.string().check(z.minLength(1)),
  /** Affected versions as an npm range: '>=1.0.0 <1.2.4'. */
  versions: z.string().check(z.refine((range) => semver.validRange(range) !== null, 'is no range of versions')),
  /** 'GHSA-…', 'CVE-…', or the address of the report. */
  id: z.string().check(z.minLength(1)),
  title: z.string().check(z.minLength(1)),
  severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
})
export type Advisory = z.infer<typeof Advisory>

/** The kept list: src/server/supply/advisories.json. */
export const AdvisoryFile = z.object({
  /** The day of the last change, '2026-11-22'. */
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  advisories: z.array(Advisory),
})
export type AdvisoryFile = z.infer<typeof AdvisoryFile>

/** A package of the lock file that an advisory names. */
interface Finding {
  package: LockedPackage
  advisory: Advisory
}

/** All packages that an advisory names. */
export const findingsIn = (packages: readonly LockedPackage[], advisories: readonly Advisory[]): Finding[] =>
  packages.flatMap((it) =>
    advisories
      .filter((advisory) => advisory.package === it.name)
      // Prereleases included: a bad 2.0.0-beta must match a range that ends at 2.0.0.
      .filter((advisory) => semver.satisfies(it.version, advisory.versions, { includePrerelease: true }))
      .map((advisory) => ({ package: it, advisory })),
  )

/** The answer of npm's bulk advisory call to `{ name: [versions] }`. */
const Bulk = z.record(
  z.string(),
  z.array(
    z.looseObject({
      url: z.string(),
      title: z.string(),
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      vulnerable_versions: z.string(),
    }),
  ),
)

/** The registry gave no advisories. The message gives the reason for a person. */
export class RegistryUnreachable extends Error {}

const REGISTRY_LIMIT_MS = 20_000

/** Queries an npm registry for advisories of these packages. Throws `RegistryUnreachable` without an answer. */
export const queryRegistry = async (registry: string, packages: readonly LockedPackage[]): Promise<Advisory[]> => {
  const versions: Record<string, string[]> = {}
  for (const { name, version } of packages) versions[name] = [...(versions[name] ?? []), version]
  const answer = await fetch(new URL('-/npm/v1/security/advisories/bulk', withSlash(registry)), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(REGISTRY_LIMIT_MS),
  }).catch((error: unknown) => {
    throw new RegistryUnreachable(error instanceof Error ? error.message : String(error))
  })
  if (!answer.ok) throw new RegistryUnreachable(`it answered ${answer.status}`)
  const bulk = Bulk.safeParse(await answer.json().catch(() => null))
  if (!bulk.success) throw new RegistryUnreachable('its answer is no list of advisories')
  return Object.entries(bulk.data).flatMap(([name, advisories]) =>
    advisories.map(({ vulnerable_versions: versions, url: id, title, severity }) =>
      heard({ package: name, versions, id, title, severity }),
    ),
  )
}

/** Checked as the kept list is: one that it cannot hold would make it unreadable, and every later audit fail. */
const heard = (given: Advisory): Advisory => {
  const advisory = Advisory.safeParse(given)
  if (advisory.success) return advisory.data
  throw new RegistryUnreachable(`an advisory about ${given.package} (${given.id}) cannot be read`)
}

const withSlash = (address: string) => (address.endsWith('/') ? address : `${address}/`)
