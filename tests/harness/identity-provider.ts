import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'

/** Claims of a person, besides the subject. */
export interface ProviderPerson {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

/** A real OpenID Connect provider on a port of this machine. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its people by their subject. */
  people: Map<string, ProviderPerson>
  /** The person who signs in without being asked; null cancels. */
  present: string | null
  /** Makes this town the client. */
  serve(returnAddress: string): void
  /** Stops the provider. */
  stop(): Promise<void>
}

/** Settings for sign-in at a provider that is never called. */
export const providerSettings = {
  issuer: new URL('https://login.example'),
  clientId: 'codesoft',
  clientSecret: null,
  label: 'Fernhill account',
  roleClaim: null,
  roles: {},
  createsUsers: false,
  trustsEmails: false,
}

/**
 * With `asks` the provider shows its own pages for name, password and consent; else the person in `present` is signed
 * in at once.
 */
export const startIdentityProvider = async ({ asks = false } = {}): Promise<IdentityProvider> => {
  let handle: ReturnType<Provider['callback']> | undefined
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    if (!asks && provider && request.url?.startsWith('/interaction/')) {
      const login = idp.present === null ? { error: 'access_denied' } : { login: { accountId: idp.present } }
      void provider.interactionFinished(request, response, login)
      return
    }
    if (handle) void handle(request, response)
    else response.writeHead(503).end()
  })
  const port = await listening(server)
  const idp: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'codesoft',
    clientSecret: 'a secret of the tests, long enough for a client',
    people: new Map(),
    present: null,
    serve(returnAddress) {
      provider = providerFor(idp, returnAddress, asks)
      handle = provider.callback()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return idp
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address instanceof Object ? address.port : 0)
    })
  })

const providerFor = (
  { issuer, clientId, clientSecret, people }: IdentityProvider,
  returnAddress: string,
  asks: boolean,
) =>
  new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [returnAddress] }],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_, subject) => {
      const person = people.get(subject)
      return person && { accountId: subject, claims: () => Promise.resolve({ sub: subject, ...person }) }
    },
    features: { devInteractions: { enabled: asks } },
    ...(asks ? {} : { interactions: { url: (_, { uid }) => `/interaction/${uid}` } }),
    cookies: { keys: ['a key of the tests'] },
    // Consent counts as given.
    loadExistingGrant: async ({ oidc }) => {
      if (!oidc.session?.accountId || !oidc.client) return undefined
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
