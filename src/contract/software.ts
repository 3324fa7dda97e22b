import * as z from 'zod/mini'

/** The software of others that a town runs with this app: /software.json, written when the app is built. */
export const SoftwareList = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** An SPDX expression, or 'not named'. */
      license: z.string(),
      /** Where its licence's text stands in `texts`; null where the package brings none. */
      text: z.nullable(z.number()),
    }),
  ),
  /** Each text once. */
  texts: z.array(z.string()),
})
export type SoftwareList = z.infer<typeof SoftwareList>
