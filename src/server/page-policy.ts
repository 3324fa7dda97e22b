import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '../rules/content-security.ts'

/**
 * The policy of a page with inline parts of its own: each is named by its hash, so that nothing else may be inline.
 * The few styles and the look stand in the page itself, because the first paint waits for every file beside it.
 */
export const policyOfPage = (place: 'header' | 'meta', html: string): string =>
  contentSecurityPolicy(place, { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') })

const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
