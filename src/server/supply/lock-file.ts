import * as z from 'zod/mini'

/** One package of the lock file. */
export interface LockedPackage {
  /** 'node_modules/a/node_modules/b': where it is installed, below the project's folder. */
  path: string
  name: string
  version: string
  /** An SPDX expression, or null where the package names none. */
  license: string | null
  /** Subresource integrity of the archive ('sha512-…'), or null where the lock file has none. */
  integrity: string | null
  /** Only for development: not part of what a town runs. */
  isDev: boolean
  /** For another system or processor, or not needed: it may be missing from the installation. */
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

/** The packages of a lock file of npm (version 3), without the project itself. Throws where the text is none. */
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

/** The packages that package.json asks for, by name, with the version as it is written there. */
export const wantedVersions = (packageJson: string): [name: string, version: string][] => {
  const { dependencies = {}, devDependencies = {}, overrides = {} } = Wishes.parse(JSON.parse(packageJson))
  return [dependencies, devDependencies, overrides].flatMap((group) => Object.entries(group))
}
