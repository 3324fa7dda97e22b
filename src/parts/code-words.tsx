import { Fragment } from 'react'
import type { CodeChip } from '../contract/code.ts'
import { sectionNumber } from '../rules/section-number.ts'

/** A number is not broken at its hyphen. Set inline, so that the style sheet needs no rule for it. */
const whole = { whiteSpace: 'nowrap' } as const

/** The code sections of a record in a list row, by chapter and section. */
export function CodeWords({ codes }: { codes: readonly CodeChip[] | null | undefined }) {
  if (!codes?.length) return '—'
  return codes.map((it, at) => {
    const number = sectionNumber(it)
    return (
      <Fragment key={it.id}>
        {at > 0 && ', '}
        <span style={number ? whole : undefined}>{number || it.name}</span>
      </Fragment>
    )
  })
}
