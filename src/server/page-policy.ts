import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '../rules/content-security.ts'

/**
 * The content security policy of a page with inline parts. Each part is named by its hash, so nothing else can be
 * inline. The few styles and the look are inline because the first paint would wait for a file.
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
