import * as oidc from 'openid-client'
import { isThisMachine, type SingleSignOn } from './settings.ts'

/** The provider does not answer, or not with what a provider answers. */
export class ProviderDown extends Error {}

/** What the browser takes to the provider, and what the answer must fit. */
interface Begun {
  /** Where the browser goes. */
  url: URL
  state: string
  nonce: string
  verifier: string
}

/** What is known of somebody who signed in at the provider. */
export interface Claims {
  subject: string
  email: string | null
  name: string | null
  /** The values of the claim that names roles. */
  roles: readonly string[]
}

/** One town's way to its provider. */
export interface Provider {
  begin(redirectUri: string): Promise<Begun>
  /** Checks the answer with which the browser came back, and asks who it is. */
  finish(answer: URL, begun: Omit<Begun, 'url'>): Promise<Claims>
}

/** A sign-in waits no longer for a provider that does not answer. */
const PATIENCE_SECONDS = 5
/** Authorisation code with PKCE, state and nonce; signatures, issuer, audience and times are checked by the library. */
export const createProvider = (settings: SingleSignOn): Provider => {
  // Asked each time: whoever is sent to a provider that is down stands before an error page of the browser.
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
      // Most providers tell the address at their second door only.
      const more = client.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(client, tokens.access_token, told.sub)
        : {}
      return claimsOf({ ...more, ...told }, settings.roleClaim)
    },
  }
}

const discover = ({ issuer, clientId, clientSecret }: SingleSignOn) =>
  oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: 60 }, proofOf(clientSecret), {
    timeout: PATIENCE_SECONDS,
    execute: isThisMachine(issuer) ? [oidc.allowInsecureRequests] : [],
  })

/** As the provider takes it; the standard's default is the header. */
const proofOf = (secret: string | null): oidc.ClientAuth => {
  if (secret === null) return oidc.None()
  const [header, body] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const asHeader = !taken || taken.includes('client_secret_basic')
    return (asHeader ? header : body)(server, ...rest)
  }
}

const claimsOf = (claims: Record<string, unknown> & { sub: string }, roleClaim: string | null): Claims => {
  const { sub: subject, email, email_verified: isVerified, name } = claims
  const named = roleClaim === null ? [] : claims[roleClaim]
  return {
    subject,
    // Some providers say it as text.
    email: typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : null,
    name: typeof name === 'string' ? name.slice(0, 200) : null,
    roles: (Array.isArray(named) ? named : [named]).filter((it): it is string => typeof it === 'string'),
  }
}
