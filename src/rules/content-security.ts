/** Names of the Trusted Types policies that our bundles make; anything else that would write HTML or script is refused. */
export const trustedTypePolicies: readonly string[] = ['codesoft']

/** Hashes of what stands inline in the page itself; nothing else may. All styles stand there, none in a file. */
interface Inline {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of the app. As a header it is whole; in a meta tag browsers ignore `frame-ancestors` and
 * warn about it, so it is left out there.
 */
export const contentSecurityPolicy = (
  place: 'header' | 'meta',
  { scripts, styles }: Inline = { scripts: [], styles: [] },
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ['style-src', ...(styles.length > 0 ? styles : ["'none'"])].join(' '),
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(place === 'header' ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypePolicies.join(' ')}`,
  ].join('; ')

/**
 * The workers that draw HEIC pictures and scanned PDF pages run WebAssembly of our own build, which their own answers
 * allow to them alone; a page may not. `'unsafe-eval'`, which would also allow text as code, stays refused.
 */
const drawsWithWasm = /^\/assets\/(heic|pdf)-preview-worker-[\w-]+\.js$/

/** The policy of such a worker by its path; null for any other file. */
export const policyOfWorker = (path: string): string | null =>
  drawsWithWasm.test(path) ? contentSecurityPolicy('header', { scripts: ["'wasm-unsafe-eval'"], styles: [] }) : null
