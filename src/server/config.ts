import * as z from 'zod/mini'
import type { TownSettings } from '../contract/town.ts'
import { isZone } from '../rules/zones.ts'
import { assertTownRules, assertUseful } from './setting-checks.ts'
import { choice, count, databaseAddress, httpAddress, problemsOf, webAddress } from './setting-kinds.ts'
import { type SingleSignOn, singleSignOnIn } from './single-sign-on/settings.ts'

/** The environment variables of the server with their defaults. They are read once at start. */
const Environment = z.object({
  PORT: count(4300, 0, 65535),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Address of the town's own PostgreSQL. Without it the server runs its own in the data folder. */
  DATABASE_URL: z.optional(databaseAddress),
  DATA_FOLDER: z._default(z.string(), 'data'),
  DIST_FOLDER: z._default(z.string(), 'dist'),
  SERVER_PROFILE: choice(['keyed', 'documented'], 'keyed'),
  /** Time zone of every wall time (C-23). */
  TOWN_ZONE: z._default(z.string(), 'America/New_York'),
  /** User to whom complaints of the office staff are assigned (C-22). */
  DEFAULT_COMPLAINT_INSPECTOR: count(1, 1, 2 ** 31 - 1),
  /** 1 shows the form to create permits by hand. Normally they are made from inspections (PM-02). */
  MANUAL_PERMITS: choice(['0', '1'], '0'),
  /** The town's name, for the sign-in screen and the title. */
  TOWN_NAME: z._default(z.string(), 'CodeSoft'),
  /** Path of a picture of the town's seal (PNG, JPEG, WebP or SVG); the start checks it. */
  TOWN_SEAL: z.optional(z.string()),
  /** How long a lost answer stays in doubt on a server that keeps no keys. Must be longer than its longest request. */
  DOUBT_WAIT_SECONDS: count(120, 1, 3600),
  /** URL templates of other sites with {combadd}, {district} and {property_id} (G-15). */
  MAPS_URL: z.optional(z.string()),
  TAX_URL: z.optional(z.string()),
  /** JSON: the helpful links by their names (HL-04). */
  HELPFUL_LINKS: z._default(z.string(), '{}'),
  /** Life of a session; longer than a shift (G-06). */
  SESSION_HOURS: count(12, 1, 24 * 31),
  /** A session without requests ends after this time. */
  SESSION_IDLE_HOURS: count(12, 1, 24 * 31),
  PASSWORD_MEMORY_KIB: count(64 * 1024, 1024, 1024 * 1024),
  PASSWORD_PASSES: count(3, 1, 20),
  WRONG_PASSWORDS: count(10, 1, 1000),
  WRONG_PASSWORD_WINDOW_SECONDS: count(15 * 60, 1, 24 * 3600),
  /** How long a signed file address is valid. */
  FILE_ADDRESS_SECONDS: count(3600, 60, 24 * 3600),
  /** Key that signs file addresses. Without it the server makes one and stores it in the database. */
  FILE_SECRET: z.optional(z.string().check(z.minLength(32, 'needs 32 characters or more'))),
  /**
   * An existing server of the town that answers every call; the database here then holds keys only. With it: the origin
   * of its photos if that is another one, and an id that keeps the data of two towns on a phone apart.
   */
  API_UPSTREAM: z.optional(webAddress),
  UPSTREAM_FILES: z.optional(webAddress),
  TOWN_ID: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'may have letters, digits, - and _, 64 at most'))),
  /** An S3-compatible object store for the files instead of the data folder. All of these or none. */
  S3_ENDPOINT: z.optional(webAddress),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no bucket name'))),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** Prefix of this town's files in the bucket: 'fernhill/'. A name of dots alone would lead to another place. */
  S3_PREFIX: z._default(z.string().check(z.regex(/^((?!\.+\/)[\w.-]+\/)*$/, 'is no path that ends in /')), ''),
  /** 1 lets everybody read /metrics. Otherwise only this machine may. */
  METRICS: choice(['0', '1'], '0'),
  /** 1 when a proxy of the town is in front and sets X-Forwarded-For. */
  TRUST_PROXY: choice(['0', '1'], '0'),
  /** 1 when the town is reached by https only: browsers then refuse anything else (HSTS). */
  HSTS: choice(['0', '1'], '0'),
  /** Files that one person may upload in 24 hours, and devices that one person may report from. */
  UPLOADS_PER_DAY: count(3000, 1, 1_000_000),
  DEVICES_PER_DAY: count(20, 1, 10_000),
  /** The town's address in browsers, for redirects and passkeys. Without it, the address of each request is used. */
  PUBLIC_URL: z.optional(httpAddress.check(z.regex(/^\w+:\/\/[^/?#]*\/?$/, 'has a path, but the app is at the top'))),
  /** Single sign-on by OpenID Connect. The first two, or none of these. */
  OIDC_ISSUER: z.optional(webAddress),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_LABEL: z._default(z.string().check(z.maxLength(60, 'may have 60 characters at most')), 'your work account'),
  OIDC_ROLE_CLAIM: z.optional(z.string()),
  /** JSON: the role by the value of the claim. */
  OIDC_ROLES: z._default(z.string(), '{}'),
  /** 1 creates a user for a person who signs in there and is not known here. */
  OIDC_CREATE: choice(['0', '1'], '0'),
  /** 1 takes an email address of which the provider does not say whether it is verified. */
  OIDC_TRUST_EMAIL: choice(['0', '1'], '0'),
  /** With single sign-on: the only email address that may still sign in with a password. */
  PASSWORDS_ONLY_FOR: z.optional(z.email('is no email address')),
  LOG_LEVEL: choice(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
})

/** The names of all settings. */
export const settingNames: ReadonlySet<string> = new Set(Object.keys(Environment.shape))

/** The defaults of all settings. */
export const settingDefaults: Readonly<Record<string, unknown>> = Environment.parse({})

/** An S3-compatible object store, and the place of the files in it. */
export interface S3Place {
  /** 'https://s3.eu-central-1.amazonaws.com'. The bucket is named in the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** '' or 'fernhill/'. */
  prefix: string
}

/**
 * Settings that an Admin may change in the app if the environment does not set them, with their names in the contract.
 */
export const changeable = {
  TOWN_NAME: 'town_name',
  TOWN_SEAL: 'seal',
  TOWN_ZONE: 'time_zone',
  DEFAULT_COMPLAINT_INSPECTOR: 'default_complaint_inspector',
  MANUAL_PERMITS: 'manual_permits',
  MAPS_URL: 'maps_url',
  TAX_URL: 'tax_url',
  HELPFUL_LINKS: 'links',
} as const
export type Changeable = keyof typeof changeable

export type Profile = 'keyed' | 'documented'

/** The settings that the server was started with. `readConfig({})` gives the defaults. */
export interface Config {
  port: number
  host: string
  databaseUrl: string | undefined
  dataFolder: string
  distFolder: string
  profile: Profile
  townZone: string
  defaultComplaintInspector: number
  manualPermits: boolean
  townName: string
  /** Path of its picture; null for a town without one. */
  townSeal: string | null
  doubtWaitSeconds: number
  mapsUrl: string | null
  taxUrl: string | null
  /** In the order of the page. */
  helpfulLinks: TownSettings['links']
  sessionSeconds: number
  sessionIdleSeconds: number
  password: { memoryCost: number; timeCost: number }
  wrongPasswords: { limit: number; windowSeconds: number }
  fileAddressSeconds: number
  fileSecret: string | undefined
  /** Address of the server that the API is forwarded to; undefined when this server holds the records. */
  apiUpstream: URL | undefined
  upstreamFiles: URL | null
  townId: string | undefined
  s3: S3Place | null
  metricsForAll: boolean
  trustProxy: boolean
  hsts: boolean
  /** 'https://fernhill.example'; null to use the address of each request. */
  publicUrl: string | null
  singleSignOn: SingleSignOn | null
  /** In lower case; null when everybody may sign in with a password. */
  passwordsOnlyFor: string | null
  /** Limits of one person in 24 hours. */
  perDay: { uploads: number; devices: number }
  logLevel: string
  /** Settings of the town that the environment sets: they cannot be changed in the app. */
  fixed: ReadonlySet<Changeable>
  /**
   * Settings that are only set in the app: the lines under the town's name in letters, and a last paragraph of notices.
   */
  letterhead: readonly string[]
  noticeText: string
  /** A seal that was chosen in the app, in place of the file. */
  ownSeal: Uint8Array | null
}

/**
 * Reads the environment; a blank value is none. Throws one error that names every variable that does not parse, or the
 * first that parses and is wrong.
 */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const config = configIn(environment)
  assertTownRules(config, changeable)
  return config
}

const configIn = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(`Settings: ${problemsOf(parsed.error.issues, given)}`)
  const env = parsed.data
  assertZone(env.TOWN_ZONE)
  assertUseful(env, settingDefaults)
  const singleSignOn = singleSignOnIn(env)
  if (env.PASSWORDS_ONLY_FOR !== undefined && !singleSignOn)
    throw new Error('Settings: PASSWORDS_ONLY_FOR would keep everybody else out; it needs OIDC_ISSUER')
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataFolder: env.DATA_FOLDER,
    distFolder: env.DIST_FOLDER,
    profile: env.SERVER_PROFILE,
    townZone: env.TOWN_ZONE,
    defaultComplaintInspector: env.DEFAULT_COMPLAINT_INSPECTOR,
    manualPermits: env.MANUAL_PERMITS === '1',
    townName: env.TOWN_NAME,
    townSeal: env.TOWN_SEAL ?? null,
    doubtWaitSeconds: env.DOUBT_WAIT_SECONDS,
    mapsUrl: env.MAPS_URL ?? null,
    taxUrl: env.TAX_URL ?? null,
    helpfulLinks: linksIn(env.HELPFUL_LINKS),
    sessionSeconds: env.SESSION_HOURS * 3600,
    sessionIdleSeconds: env.SESSION_IDLE_HOURS * 3600,
    password: { memoryCost: env.PASSWORD_MEMORY_KIB, timeCost: env.PASSWORD_PASSES },
    wrongPasswords: { limit: env.WRONG_PASSWORDS, windowSeconds: env.WRONG_PASSWORD_WINDOW_SECONDS },
    fileAddressSeconds: env.FILE_ADDRESS_SECONDS,
    fileSecret: env.FILE_SECRET,
    apiUpstream: env.API_UPSTREAM === undefined ? undefined : new URL(env.API_UPSTREAM),
    upstreamFiles: env.UPSTREAM_FILES === undefined ? null : new URL(env.UPSTREAM_FILES),
    townId: env.TOWN_ID,
    s3: s3In(env),
    metricsForAll: env.METRICS === '1',
    trustProxy: env.TRUST_PROXY === '1',
    hsts: env.HSTS === '1',
    publicUrl: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin,
    singleSignOn,
    passwordsOnlyFor: env.PASSWORDS_ONLY_FOR?.toLowerCase() ?? null,
    perDay: { uploads: env.UPLOADS_PER_DAY, devices: env.DEVICES_PER_DAY },
    logLevel: env.LOG_LEVEL,
    fixed: new Set((Object.keys(changeable) as Changeable[]).filter((name) => name in given)),
    letterhead: [],
    noticeText: '',
    ownSeal: null,
  }
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const s3In = (env: z.infer<typeof Environment>): S3Place | null => {
  const missing = s3Names.filter((name) => env[name] === undefined)
  if (missing.length === s3Names.length) return null
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_PREFIX: prefix } = env
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey)
    throw new Error(`Settings: an object store needs ${missing.join(', ')} too`)
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey, prefix }
}

const assertZone = (zone: string) => {
  if (!isZone(zone)) throw new Error(`Settings: TOWN_ZONE: ${zone} is no time zone`)
}

const Links = z.record(z.string(), z.url())

const linksIn = (text: string): TownSettings['links'] => {
  const refuse = () => new Error('Settings: HELPFUL_LINKS is no JSON object of names and web addresses')
  try {
    const links = Links.safeParse(JSON.parse(text))
    if (!links.success) throw refuse()
    // From the text, because an object puts names that are numbers first.
    const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*:\s*"(?:[^"\\]|\\.)*"/g)].map(([, name = '']) =>
      JSON.parse(name),
    )
    return [...new Set<string>(names)].map((name) => ({ name, url: links.data[name] ?? '' }))
  } catch (error) {
    throw error instanceof SyntaxError ? refuse() : error
  }
}
