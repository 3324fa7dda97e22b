import { TownSettings } from '../contract/town.ts'
import { townProblems } from '../rules/town-settings.ts'

/** The town's part of the configuration. */
interface OfTown {
  townName: string
  townZone: string
  defaultComplaintInspector: number
  manualPermits: boolean
  mapsUrl: string | null
  taxUrl: string | null
  helpfulLinks: TownSettings['links']
}

/** The town's settings of a configuration in the form of the page that changes them. */
export const settingsOfTown = (config: OfTown) => ({
  town_name: config.townName,
  time_zone: config.townZone,
  default_complaint_inspector: config.defaultComplaintInspector,
  manual_permits: config.manualPermits,
  maps_url: config.mapsUrl ?? '',
  tax_url: config.taxUrl ?? '',
  links: config.helpfulLinks,
})

const none = { address: '', phone: '', email: '', website: '', notice_text: '' }

/** Applies the rules of that page to the environment, whose values it shows too. Throws with the first problem. */
export const assertTownRules = (config: OfTown, changeable: Readonly<Record<string, string>>): void => {
  const settings = { ...none, ...settingsOfTown(config) }
  const problems: Partial<Record<string, string>> = townProblems(settings)
  const [issue] = TownSettings.safeParse(settings).error?.issues ?? []
  for (const [variable, name] of Object.entries(changeable)) {
    const problem = problems[name] ?? (issue?.path[0] === name ? issue.message : undefined)
    if (problem !== undefined) throw new Error(`Settings: ${variable}: ${problem}`)
  }
}

/** Settings without effect, each with the one that it needs. */
const needs = {
  UPSTREAM_FILES: 'API_UPSTREAM',
  S3_PREFIX: 'S3_ENDPOINT',
  OIDC_CLIENT_SECRET: 'OIDC_ISSUER',
  OIDC_LABEL: 'OIDC_ISSUER',
  OIDC_ROLE_CLAIM: 'OIDC_ISSUER',
  OIDC_ROLES: 'OIDC_ROLE_CLAIM',
  OIDC_CREATE: 'OIDC_ISSUER',
  OIDC_TRUST_EMAIL: 'OIDC_ISSUER',
}

/** Throws for a setting that would have no effect, other than its default. */
export const assertUseful = (env: Record<string, unknown>, defaults: Readonly<Record<string, unknown>>): void => {
  if (env.API_UPSTREAM !== undefined && env.S3_ENDPOINT !== undefined)
    throw new Error('Settings: API_UPSTREAM has the files elsewhere; leave S3_ENDPOINT out')
  if (env.API_UPSTREAM !== undefined && env.OIDC_ISSUER !== undefined)
    throw new Error('Settings: API_UPSTREAM has the sign-in elsewhere; leave OIDC_ISSUER out')
  for (const [name, needed] of Object.entries(needs))
    if (env[name] !== defaults[name] && env[needed] === undefined)
      throw new Error(`Settings: ${name} has no effect without ${needed}`)
}
