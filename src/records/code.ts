import { codes } from '../contract/code.ts'
import type { Id } from '../contract/id.ts'
import { listQuery, oneQuery } from './query.ts'
import { valueQuery } from './value.ts'

/** The whole code book; every device has it. */
export const codeBook = () => listQuery('code', codes.list, {})

export const codeById = (codeId: Id) => oneQuery('code', codes.one, { codeId }, codeId)

/** The town's synonyms for searching the code. */
export const codeSynonyms = () => valueQuery('code', codes.synonyms, {})

/** The town's phrases for observations. */
export const townPhrases = () => valueQuery('code', codes.phrases, {})
