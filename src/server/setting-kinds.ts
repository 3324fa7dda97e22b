import * as z from 'zod/mini'

// Each kind has words for its refusal, because zod/mini without a locale says 'Invalid input' for everything.

/** A whole number with its default and bounds. */
export const count = (fallback: number, min: number, max: number) => {
  const error = `has to be a whole number from ${min} to ${max}`
  return z._default(
    z.coerce.number({ error }).check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error })),
    fallback,
  )
}

/** One of several words, with the default. */
export const choice = <const Name extends string>(names: readonly Name[], fallback: NoInfer<Name>) =>
  z._default(z.enum(names, { error: `has to be one of ${names.join(', ')}` }), fallback)

const encoded = 'has a sign that must be encoded in its user or password: @ as %40, / as %2F, # as %23, % as %25'

export const httpAddress = z.url({ protocol: /^https?$/, error: 'is no http address' })
export const webAddress = httpAddress.check(z.regex(/^[^?#]*$/, 'may have no query, because it would be dropped'))

/** The address of a PostgreSQL. A sign that is not encoded in its password would lead to another machine. */
export const databaseAddress = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\//, 'does not begin with postgres://'),
    z.regex(/^\w+:\/\/(([^@/?#%]|%[\da-f]{2})*@)?[^@#]*$/i, encoded),
  )

// Their values must not stand in a log.
const secrets = ['DATABASE_URL', 'FILE_SECRET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'OIDC_CLIENT_SECRET']

/** The first problem of each variable, with its value. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], given: Record<string, string | undefined>): string {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = path.join('.')
    if (!first.has(name)) first.set(name, secrets.includes(name) ? message : `${message} (is "${given[name]}")`)
  }
  return [...first].map(([name, words]) => `${name}: ${words}`).join('; ')
}
