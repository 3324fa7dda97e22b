import * as z from 'zod/mini'
import type { Role } from '../../contract/user.ts'

/** The town's identity provider. */
export interface SingleSignOn {
  issuer: URL
  clientId: string
  /** Null for a client without a secret. */
  clientSecret: string | null
  /** The text of the button: 'Sign in with LABEL'. */
  label: string
  /** The claim with the roles; null when roles come from our own table of users. */
  roleClaim: string | null
  roles: Readonly<Record<string, Role>>
  createsUsers: boolean
  /** An email address counts even where the provider does not say that it has verified it. */
  trustsEmails: boolean
}

/** The settings of single sign-on, as in the environment. */
interface Environment {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_LABEL: string
  OIDC_ROLE_CLAIM?: string | undefined
  OIDC_ROLES: string
  OIDC_CREATE: '0' | '1'
  OIDC_TRUST_EMAIL: '0' | '1'
}

const numbers = { guest: 0, ons: 1, oas: 2, admin: 3 } as const
const Roles = z.record(z.string(), z.enum(['guest', 'ons', 'oas', 'admin']))

/** The provider in the settings; null when none is set. Throws with the reason. */
export const singleSignOnIn = (env: Environment): SingleSignOn | null => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ROLE_CLAIM } = env
  if (OIDC_ISSUER === undefined && OIDC_CLIENT_ID === undefined) return null
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined)
    throw new Error(
      `Settings: single sign-on needs ${OIDC_ISSUER === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'} too`,
    )
  const issuer = new URL(OIDC_ISSUER)
  if (issuer.protocol !== 'https:' && !isThisMachine(issuer)) throw new Error('Settings: OIDC_ISSUER has to be https')
  const roles = rolesIn(env.OIDC_ROLES)
  if (OIDC_ROLE_CLAIM !== undefined && Object.keys(roles).length === 0)
    throw new Error('Settings: OIDC_ROLE_CLAIM needs OIDC_ROLES, or nobody has a role')
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    label: env.OIDC_LABEL,
    roleClaim: OIDC_ROLE_CLAIM ?? null,
    roles,
    createsUsers: env.OIDC_CREATE === '1',
    trustsEmails: env.OIDC_TRUST_EMAIL === '1',
  }
}

/** Only a provider on this machine may be reached without TLS. */
export const isThisMachine = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const rolesIn = (text: string): Record<string, Role> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Invalid JSON is reported below, like any other value that is no object of roles.
    value = null
  }
  const roles = Roles.safeParse(value)
  if (!roles.success)
    throw new Error('Settings: OIDC_ROLES is no JSON object of values of the claim and guest, ons, oas or admin')
  return Object.fromEntries(Object.entries(roles.data).map(([name, role]) => [name, numbers[role]]))
}
