import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text of 43 characters, for tokens, cookies and signatures. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The hash of a secret; the database never holds the secret itself. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** The secret in the cookie of this name; null when there is none or it has the wrong form. */
export const secretInCookie = (cookies: string | undefined, name: string): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null
