import * as z from 'zod/mini'

/** One package of the lock file. */
export interface LockedPackage {
  /** Its folder below the project: 'node_modules/a/node_modules/b'. */
  path: string
  name: string
  version: string
  /** An SPDX expression, or null where the package names none. */
  license: string | null
  /** Subresource integrity of the archive ('sha512-…'), or null where the lock file has none. */
  integrity: string | null
  /** Only for development; a town does not run it. */
  isDev: boolean
  /** Optional or for another platform: it may be missing from the installation. */
  isOptional: boolean
}

const Lock = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.looseObject({
      name: z.optional(z.string()),
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      devOptional: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
    }),
  ),
})

/** The packages of an npm lock file (version 3), without the project itself. Throws for any other text. */
export const lockedPackages = (text: string): LockedPackage[] =>
  Object.entries(Lock.parse(JSON.parse(text)).packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, it]) => ({
      path,
      name: it.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: it.version ?? '',
      license: it.license ?? null,
      integrity: it.integrity ?? null,
      isDev: it.dev === true,
      isOptional: it.optional === true || it.devOptional === true,
    }))

const Wishes = z.looseObject({
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.record(z.string(), z.string())),
  overrides: z.optional(z.record(z.string(), z.string())),
})

/** The packages in package.json, by name, with the version as it is written there. */
export const wantedVersions = (packageJson: string): [name: string, version: string][] => {
  const { dependencies = {}, devDependencies = {}, overrides = {} } = Wishes.parse(JSON.parse(packageJson))
  return [dependencies, devDependencies, overrides].flatMap((group) => Object.entries(group))
}
