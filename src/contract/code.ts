import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { anyRemark, stamps } from './text.ts'

/** A section of the municipal code, short enough for a chip. */
export const CodeChip = z.object({
  id: idOf('code'),
  chapter: z.nullish(z.string()),
  section: z.nullish(z.string()),
  name: z.nullish(z.string()),
})
export type CodeChip = z.infer<typeof CodeChip>

const cited = 200

/** The sections that a new record cites; PostgreSQL takes 65,535 values in one statement. */
export const citedCodes = () =>
  z.array(idOf('code')).check(z.maxLength(cited, `At most ${cited} code sections can be cited`))

/** A section of the municipal code (EN-17). */
export const CodeSection = z.object({
  ...CodeChip.shape,
  description: z.nullish(z.string()),
  /** Our extension: the section is no longer offered, but records that name it keep it. */
  retired: z.nullish(z.boolean()),
  ...stamps,
})
export type CodeSection = z.infer<typeof CodeSection>

/** Words with the same meaning, lower-case: ['plumbing', 'sink', 'drain']. */
const Synonyms = z.array(z.array(z.string()))

/** A frequent text for observations: for rooms of one name, for one section, or (null) for any. */
export const Phrase = z.object({
  text: z.string(),
  room: z.nullable(z.string()),
  code_id: z.nullable(idOf('code')),
})
export type Phrase = z.infer<typeof Phrase>

export const codes = {
  list: get('B57', '/codes/', z.array(CodeSection), z.object({ search: z.optional(anyRemark) })),
  one: get('B58', '/codes/:codeId', CodeSection),
  /** Our extension: the town's synonyms for the search of the code. */
  synonyms: get('X56', '/code-synonyms', Synonyms),
  /** Our extension: the town's phrases for observations. */
  phrases: get('X57', '/phrases', z.array(Phrase)),
}
