import * as z from 'zod/mini'
import type { RecordType } from './id.ts'
import { idOf } from './id-marks.ts'
import { anyLine, anyRemark } from './text.ts'

/*
 * Fields of forms and query strings. They are sent as text, and blank means none; on the device they are values. These
 * schemas accept both, so one schema serves the form on screen and the route on the server.
 */

const numberOrText = z.union([z.number(), anyLine])

/** Digits as a number; anything else becomes NaN, which the next schema refuses. */
const toNumber = (value: number | string): number =>
  typeof value === 'number' ? value : /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN

const toNumberOrNull = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : toNumber(value)

/** An id in a form or a query. */
export const fieldId = (of: RecordType) => z.pipe(z.pipe(numberOrText, z.transform(toNumber)), idOf(of))

/** An id that a form may leave blank or out; both mean none. */
export const fieldIdOrNull = (of: RecordType) =>
  z.pipe(z.pipe(z.nullish(numberOrText), z.transform(toNumberOrNull)), z.nullable(idOf(of)))

/** A yes or no; missing or blank means no. */
export const fieldFlag = z.pipe(
  z.nullish(z.union([z.boolean(), z.enum(['true', 'false', ''])])),
  z.transform((value) => value === true || value === 'true'),
)

/** A number in a form that may be left out. */
export const fieldNumber = (least: number, most: number) =>
  z.optional(z.pipe(z.pipe(numberOrText, z.transform(toNumber)), z.number().check(z.gte(least), z.lte(most))))

/** A whole number in a query, within the contract's limits. */
export const fieldCount = (least: number, most: number) =>
  z.optional(z.pipe(z.pipe(numberOrText, z.transform(toNumber)), z.int().check(z.gte(least), z.lte(most))))

/** The start and length of a list (gap G-12); without them the list is whole. */
export const pageParams = { skip: fieldCount(0, 10_000_000), limit: fieldCount(1, 100_000) }

/** The query of a search; `limit` is 5 by default. */
export const SearchQuery = z.object({ query: anyRemark, limit: fieldCount(1, 50) })

/**
 * A body as form fields. Null and undefined are left out, never sent as '': servers refuse a blank id, and treat a
 * missing field as cleared.
 */
export const formFields = (body: unknown): [name: string, text: string][] =>
  Object.entries(body ?? {}).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
