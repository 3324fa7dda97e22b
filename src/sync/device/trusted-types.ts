/** The one trusted-types policy of the app; the content security policy names it (rules/content-security.ts). */
export const trustedTypesPolicy = 'codesoft'

interface ScriptPolicy {
  createScriptURL(url: string): unknown
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

/** The scripts that may be started as workers: only our own, from our own origin. */
const allowedPaths = [/^\/sw\.js$/, /^\/assets\/[\w-]*worker[\w-]*\.js$/]
// In development, workers are served from their source.
if (import.meta.env.DEV) allowedPaths.push(/^\/src\/worker\/[\w-]+\.ts$/)

/**
 * The window keeps the policy: it allows the name once, and WebKit was once seen to have it already when this module
 * asked.
 */
const ofWindow = globalThis as { codesoftScripts?: ScriptPolicy }

/**
 * A URL that `new Worker` and `serviceWorker.register` accept under `require-trusted-types-for 'script'`. Throws for
 * any URL that is not one of our workers. In a browser without trusted types it returns the URL itself.
 */
export const scriptUrl = (url: string): string => {
  const checked = allowed(url)
  const factory = policyFactory()
  if (!factory) return checked
  ofWindow.codesoftScripts ??= factory.createPolicy(trustedTypesPolicy, { createScriptURL: allowed })
  // The platform's trusted URL is an object, but the declarations call it a string.
  return ofWindow.codesoftScripts.createScriptURL(checked) as string
}

const allowed = (url: string): string => {
  const { origin, pathname } = new URL(url, location.href)
  if (origin === location.origin && allowedPaths.some((path) => path.test(pathname))) return url
  throw new TypeError(`${url} is not a script of this app`)
}

const policyFactory = (): PolicyFactory | undefined =>
  // `trustedTypes` is missing from the compiler's library.
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
