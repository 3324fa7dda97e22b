import type { RecordType } from '../contract/id.ts'
import type { PossibleDuplicate } from '../sync/acknowledge/possible-duplicates.ts'
import type { DuplicateView } from '../sync/reconcile/inspect-duplicate.ts'

const countOf = (look: DuplicateView): number => (look.kind === 'records' ? look.rows : look.names).length

/** The result of the look. */
export function duplicateText({ photo }: Pick<PossibleDuplicate, 'photo'>, look: DuplicateView): string {
  const count = countOf(look)
  const what = photo === null ? 'this' : 'this file'
  if (count === 0) return `The office's list does not show ${what} any more.`
  if (count === 1) return `The office has ${what} once.`
  return `The office has ${count} that look the same.`
}

const nouns: Partial<Record<RecordType, string>> = {
  violationComment: 'comment',
  contactComment: 'comment',
}

/** Who can remove the second one: no documented call deletes a record that may exist twice. */
export function duplicateAdvice(second: Pick<PossibleDuplicate, 'photo' | 'on' | 'id'>, look: DuplicateView): string {
  // A row name begins with its record type.
  const type = second.on.split(':')[0] as RecordType
  const noun = second.photo === null ? (nouns[type] ?? type) : 'file'
  const others = look.kind === 'records' ? look.rows.filter((it) => it.id !== second.id).map((it) => `#${it.id}`) : []
  const which = others.length > 0 ? others.join(' and ') : 'the second copy'
  return `This app cannot remove ${/^[aio]/.test(noun) ? 'an' : 'a'} ${noun}. If they are the same, ask the office to remove ${which}, then tap “It is one”. If somebody else made ${others.length > 1 ? 'the others' : 'the other'}, nothing needs to be done.`
}
