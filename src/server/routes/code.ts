import { or } from 'drizzle-orm'
import { codes as calls } from '../../contract/code.ts'
import { byText } from '../../rules/list-order.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readCodes } from '../reading/code.ts'
import { contains } from '../reading/like.ts'
import { codeSynonyms, phrases } from '../store/field-tables.ts'
import { codes } from '../store/town-tables.ts'

const searched = [codes.chapter, codes.section, codes.name, codes.description]

/** The calls on the code book, in the book's own order: by chapter, then section, numbers as numbers (C-37). */
export const codeRoutes: readonly Route[] = [
  route(calls.list, async ({ tx, search: { search } }) => {
    const where = search?.trim() ? or(...searched.map((column) => contains(column, search.trim()))) : undefined
    return byText(await readCodes({ tx }, { where }), ({ chapter, section }) => `${chapter} ${section}`)
  }),

  route(calls.one, async ({ tx, params }) => found((await readCodes({ tx }, { ids: [params.codeId] }))[0], 'Code')),

  route(calls.synonyms, async ({ tx }) =>
    (await tx.select({ words: codeSynonyms.words }).from(codeSynonyms).orderBy(codeSynonyms.id)).map((it) => it.words),
  ),

  route(calls.phrases, ({ tx }) =>
    tx.select({ text: phrases.text, room: phrases.room, code_id: phrases.code_id }).from(phrases).orderBy(phrases.id),
  ),
]
