import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { citations } from '../../src/contract/citation.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { type Definition, definitionOf, type Schema } from '../../src/contract/schema.ts'
import { sir } from '../../src/contract/sir.ts'
import { textLimits } from '../../src/contract/text-limits.ts'

/** The places of a schema at which a text of any length is taken: 'new_contact_name'. */
const endless = (schema: Schema, at = ''): string[] => {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'string':
      return isBounded(def) ? [] : [at]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => endless(field, `${at}.${name}`))
    case 'array':
      return endless(def.element, `${at}[]`)
    case 'union':
      return def.options.flatMap((option) => endless(option, at))
    case 'pipe':
      return endless(def.in, at)
    default:
      return 'innerType' in def ? endless(def.innerType, at) : []
  }
}

/** A maximum length, or a format with a fixed length: a date, a pattern without an open end. */
const isBounded = (def: Definition): boolean => {
  const checks = (def.checks ?? []).map(
    (check) => check._zod.def as { check: string; format?: string; pattern?: RegExp },
  )
  const own = 'format' in def ? String(def.format) : ''
  return (
    own === 'date' ||
    checks.some((it) => it.check === 'max_length' || it.format === 'date') ||
    checks.some((it) => it.pattern !== undefined && !/[*+](?!\?)|\{\d+,\}/.test(it.pattern.source))
  )
}

describe('limits', () => {
  test('every text that a call takes, in its body and in its query, has a longest length', () => {
    const found = calls.flatMap(({ id, body, search }) => [
      ...endless(body, `${id} body`),
      ...endless(search, `${id} query`),
    ])
    expect(found).toEqual([])
  })

  test('a text that is one character too long is refused in words that name the limit and the length', () => {
    const add = calls.find(({ id }) => id === 'B98')
    const said = (name: string) => add?.body.safeParse({ name }).error?.issues[0]?.message
    expect(said('x'.repeat(textLimits.line))).toBeUndefined()
    expect(said('x'.repeat(textLimits.line + 1))).toBe('Too long: 256 characters, at most 255 can be kept')
    expect(said(`  ${'x'.repeat(textLimits.line)}\n`), 'outer blanks do not count').toBeUndefined()
  })

  test('days are taken from 1900 to 2199, wherever one is entered', () => {
    const fine = { violation_id: 1, user_id: 1, fine: 1, code_id: 1 }
    const taken = (day: string) => [
      citations.add.body.safeParse({ ...fine, deadline: day }).success,
      inspections.schedule.body.safeParse({ scheduled_datetime: `${day}T10:00` }).success,
      sir.stats.search.safeParse({ start_date: day, end_date: day }).success,
    ]
    for (const day of ['1900-01-01', '2199-12-31', '2028-02-29']) expect(taken(day), day).toEqual([true, true, true])
    for (const day of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2027-02-29', '+12026-01-01'])
      expect(taken(day), day).toEqual([false, false, false])
  })
})
