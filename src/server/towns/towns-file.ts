import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { type Config, readConfig, settingNames } from '../config.ts'

/** One of several towns on a server. */
export interface Town {
  /** The host name of the town: 'fernhill.example'. */
  host: string
  config: Config
}

type Environment = Record<string, string | undefined>

/** Settings of the process; a town cannot have its own. */
const ofProcess = ['PORT', 'HOST', 'DIST_FOLDER', 'LOG_LEVEL', 'METRICS', 'TRUST_PROXY']

/** Settings that are never inherited by a town: towns that share one would share their records. */
const ofTown =
  /^(DATABASE_URL|DATA_FOLDER|FILE_SECRET|S3_\w+|API_UPSTREAM|UPSTREAM_FILES|TOWN_ID|TOWN_NAME|TOWN_SEAL|PUBLIC_URL|PASSWORDS_ONLY_FOR|DEFAULT_COMPLAINT_INSPECTOR)$/

const Value = z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.string())])
const TownsFile = z.record(
  z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'is no host name in small letters, without port')),
  z.record(z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/, 'is no setting')), Value),
)

/**
 * The towns of TOWNS_FILE with their settings: the town's own on top of the environment's. They have the same names in
 * camel case ('databaseUrl' is DATABASE_URL). Null without such a file. Throws with the reason.
 */
export const readTowns = (environment: Environment): Town[] | null => {
  const path = environment.TOWNS_FILE
  if (!path) return null
  const file = parseFile(path)
  const shared = Object.fromEntries(Object.entries(environment).filter(([name]) => !ofTown.test(name)))
  const towns = Object.entries(file).map(([host, own]): Town => {
    const dataFolder = join(environment.DATA_FOLDER || 'data', host)
    return {
      host,
      config: configOf(path, host, { ...shared, DATA_FOLDER: dataFolder, ...settingsOf(path, host, own) }),
    }
  })
  if (towns.length === 0) throw settingsError(path, 'names no town')
  // A folder inside another one would be part of it.
  const isWithin = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)
  assertApart(path, towns, ({ dataFolder }) => resolve(dataFolder) + sep, 'dataFolder', isWithin)
  assertApart(path, towns, ({ databaseUrl }) => databaseUrl && databaseIn(databaseUrl), 'databaseUrl')
  const filesIn = ({ s3 }: Config) => s3 && `${new URL(s3.endpoint).href} ${s3.bucket} ${s3.prefix}`
  assertApart(path, towns, filesIn, 's3Bucket and s3Prefix')
  return towns
}

/** The settings of one town for a command: with TOWNS_FILE of the host in TOWN, else of the environment. */
export const readTownConfig = (environment: Environment): Config => {
  const towns = readTowns(environment)
  if (!towns) return readConfig(environment)
  const town = towns.find(({ host }) => host === environment.TOWN)
  if (!town) throw new Error(`Settings: which town? Set TOWN to one of ${towns.map(({ host }) => host).join(', ')}`)
  return town.config
}

const parseFile = (path: string) => {
  let value: unknown
  try {
    // An object puts names that are numbers first, and links have an order: a mark makes such names words.
    value = JSON.parse(readFileSync(path, 'utf8').replaceAll(/"(\d+)"(?=\s*:)/g, '"\u2060$1"'))
  } catch (error) {
    throw settingsError(path, error instanceof Error ? error.message : String(error))
  }
  const parsed = TownsFile.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw settingsError(path, `${issue?.path.join('.') ?? ''} ${keyProblem(issue) ?? issue?.message ?? ''}`.trim())
}

/** A wrong setting is reported with the reason as cause. */
const keyProblem = (issue: z.core.$ZodIssue | undefined) =>
  issue?.code === 'invalid_key' ? issue.issues[0]?.message : undefined

const settingsOf = (path: string, host: string, own: Record<string, z.infer<typeof Value>>): Environment =>
  Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const variable = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
      if (!settingNames.has(variable)) throw settingsError(path, `${host}.${name} is no setting`)
      if (ofProcess.includes(variable)) throw settingsError(path, `${host}.${name} is the same for all towns`)
      return [variable, value instanceof Object ? JSON.stringify(value).replaceAll('"\u2060', '"') : String(value)]
    }),
  )

const configOf = (path: string, host: string, environment: Environment): Config => {
  try {
    return readConfig(environment)
  } catch (error) {
    throw settingsError(path, `${host}: ${error instanceof Error ? error.message.replace('Settings: ', '') : error}`)
  }
}

/** Two towns with the same storage would read each other's records. */
const assertApart = (
  path: string,
  towns: Town[],
  placeOf: (config: Config) => string | null | undefined,
  what: string,
  isSame = (one: string, other: string) => one === other,
) => {
  const taken: { host: string; place: string }[] = []
  for (const { host, config } of towns) {
    const place = placeOf(config)
    if (!place) continue
    const other = taken.find((it) => isSame(it.place, place))
    if (other) throw settingsError(path, `${other.host} and ${host} have the same ${what}`)
    taken.push({ host, place })
  }
}

/**
 * The host, port and name of a database, as a connection to it would take them. They are the same for most spellings of
 * its address and for every user. One host may have several names: the start compares the databases themselves.
 */
const databaseIn = (address: string): string => {
  try {
    const { host, port, database } = new pg.Client({ connectionString: address })
    return [host.startsWith('/') ? host : host.toLowerCase(), port, database].join(' ')
  } catch {
    // Such as a certificate that is not there: the opening of the town says so.
    return address
  }
}

const settingsError = (path: string, why: string) => new Error(`Settings: TOWNS_FILE ${path}: ${why}`)
