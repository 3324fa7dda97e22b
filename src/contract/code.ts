import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { anyRemark, stamps } from './text.ts'

/** A municipal code section, short enough to show as a chip. */
export const CodeChip = z.object({
  id: idOf('code'),
  chapter: z.nullish(z.string()),
  section: z.nullish(z.string()),
  name: z.nullish(z.string()),
})
export type CodeChip = z.infer<typeof CodeChip>

/** A section of the municipal code (EN-17). */
export const CodeSection = z.object({ ...CodeChip.shape, description: z.nullish(z.string()), ...stamps })
export type CodeSection = z.infer<typeof CodeSection>

/** Words of the trade that mean the same, lower-case: ['plumbing', 'sink', 'drain']. */
const Synonyms = z.array(z.array(z.string()))

/** Words for an observation that inspectors write often: in rooms of one name, with one section, or (null) with any. */
export const Phrase = z.object({
  text: z.string(),
  room: z.nullable(z.string()),
  code_id: z.nullable(idOf('code')),
})
export type Phrase = z.infer<typeof Phrase>

export const codes = {
  list: get('B57', '/codes/', z.array(CodeSection), z.object({ search: z.optional(anyRemark) })),
  one: get('B58', '/codes/:codeId', CodeSection),
  /** An extension of ours: the town's synonyms for the search of the code. */
  synonyms: get('X56', '/code-synonyms', Synonyms),
  /** An extension of ours: the town's phrases for observations. */
  phrases: get('X57', '/phrases', z.array(Phrase)),
}
