/** Names of the Trusted Types policies in our bundles. Anything else that would write HTML or script is refused. */
export const trustedTypePolicies: readonly string[] = ['codesoft']

/** Hashes of the inline code in the page; no other inline code is allowed. All styles are inline, none in a file. */
interface Inline {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of the app. The header has all of it. In a meta tag browsers ignore `frame-ancestors`
 * and warn about it, so it is left out there.
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
 * The workers that draw HEIC pictures and scanned PDF pages run our own WebAssembly. The responses with their code
 * allow it for them alone; a page may not. `'unsafe-eval'`, which would also allow text as code, stays forbidden.
 */
const drawsWithWasm = /^\/assets\/(heic|pdf)-preview-worker-[\w-]+\.js$/

/** The policy of such a worker, by its path; null for any other file. */
export const policyOfWorker = (path: string): string | null =>
  drawsWithWasm.test(path) ? contentSecurityPolicy('header', { scripts: ["'wasm-unsafe-eval'"], styles: [] }) : null
