import * as oidc from 'openid-client'
import { isThisMachine, type SingleSignOn } from './settings.ts'

/** The provider does not answer, or its answer is not a provider's. */
export class ProviderDown extends Error {}

/** The address for the browser, and the values that the provider's answer must match. */
interface Begun {
  /** Where the browser is sent. */
  url: URL
  state: string
  nonce: string
  verifier: string
}

/** The facts about a person who signed in at the provider. */
export interface Claims {
  subject: string
  email: string | null
  name: string | null
  /** The values of the claim with the roles. */
  roles: readonly string[]
}

/** The connection of one town to its provider. */
export interface Provider {
  begin(redirectUri: string): Promise<Begun>
  /** Checks the answer that the browser brought back, and returns who it is. */
  finish(answer: URL, begun: Omit<Begun, 'url'>): Promise<Claims>
}

/** Timeout of the provider's answers. */
const PATIENCE_SECONDS = 5
/** Authorisation code with PKCE, state and nonce. The library checks signatures, issuer, audience and times. */
export const createProvider = (settings: SingleSignOn): Provider => {
  // The provider is contacted each time, because a person who is sent to a provider that is down sees only a browser
  // error.
  const discovered = () =>
    discover(settings).catch((error: unknown) => {
      throw new ProviderDown('The provider does not tell about itself', { cause: error })
    })
  return {
    begin: async (redirectUri) => {
      const client = await discovered()
      const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url, state, nonce, verifier }
    },
    finish: async (answer, { state, nonce, verifier }) => {
      const client = await discovered()
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(client, answer, checks)
      const told = tokens.claims()
      if (!told) throw new Error('The provider sent no ID token')
      // Most providers return the email address only from the userinfo endpoint.
      const more = client.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(client, tokens.access_token, told.sub)
        : {}
      return claimsOf({ ...more, ...told }, settings)
    },
  }
}

const discover = ({ issuer, clientId, clientSecret }: SingleSignOn) =>
  oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: 60 }, proofOf(clientSecret), {
    timeout: PATIENCE_SECONDS,
    execute: isThisMachine(issuer) ? [oidc.allowInsecureRequests] : [],
  })

/** How the client authenticates; the standard's default is the header. */
const proofOf = (secret: string | null): oidc.ClientAuth => {
  if (secret === null) return oidc.None()
  const [header, body] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const asHeader = !taken || taken.includes('client_secret_basic')
    return (asHeader ? header : body)(server, ...rest)
  }
}

const claimsOf = (
  claims: Record<string, unknown> & { sub: string },
  { roleClaim, trustsEmails }: SingleSignOn,
): Claims => {
  const { sub: subject, email, email_verified: isVerified = trustsEmails, name } = claims
  const named = roleClaim === null ? [] : claims[roleClaim]
  return {
    subject,
    // Some providers send the value as text.
    email: typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : null,
    name: typeof name === 'string' ? name.slice(0, 200) : null,
    roles: (Array.isArray(named) ? named : [named]).filter((it): it is string => typeof it === 'string'),
  }
}
