import * as z from 'zod/mini'

/** The third-party software in this app: /software.json, written when the app is built. */
export const SoftwareList = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** An SPDX expression, or 'not named'. */
      license: z.string(),
      /** The index of its licence's text in `texts`; null if the package has none. */
      text: z.nullable(z.number()),
    }),
  ),
  /** Each text once. */
  texts: z.array(z.string()),
})
export type SoftwareList = z.infer<typeof SoftwareList>
