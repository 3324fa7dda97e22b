/** The one trusted-types policy of the app; the content security policy names it (rules/content-security.ts). */
export const trustedTypesPolicy = 'codesoft'

interface ScriptPolicy {
  createScriptURL(url: string): unknown
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

/** The scripts that may be started as workers: ours, from our own origin, and nothing else. */
const allowedPaths = [/^\/sw\.js$/, /^\/assets\/[\w-]*worker[\w-]*\.js$/]
// While developing, workers are served from their source.
if (import.meta.env.DEV) allowedPaths.push(/^\/src\/worker\/[\w-]+\.ts$/)

let policy: ScriptPolicy | null = null

/**
 * A URL that `new Worker` and `serviceWorker.register` accept under `require-trusted-types-for 'script'`. Throws on any
 * URL that is not one of our workers. Where the browser knows no trusted types it is the URL itself.
 */
export const scriptUrl = (url: string): string => {
  const checked = allowed(url)
  const factory = policyFactory()
  if (!factory) return checked
  policy ??= factory.createPolicy(trustedTypesPolicy, { createScriptURL: allowed })
  // The platform's own type for a trusted URL is an object, which its declarations still call a string.
  return policy.createScriptURL(checked) as string
}

const allowed = (url: string): string => {
  const { origin, pathname } = new URL(url, location.href)
  if (origin === location.origin && allowedPaths.some((path) => path.test(pathname))) return url
  throw new TypeError(`${url} is not a script of this app`)
}

const policyFactory = (): PolicyFactory | undefined =>
  // The compiler's own library does not know `trustedTypes` yet.
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
