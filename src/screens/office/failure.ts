import { sentence } from '../../rules/text.ts'
import { type Problem, problemText } from '../../sync/transport/problem.ts'

/** Why there is nothing: only our own server has these calls; others have no such page. */
export const failureOf = (problem: Problem, failed: string): string =>
  problem.kind === 'refused' && [404, 405, 501].includes(problem.status)
    ? 'The server of this town does not offer this page. Nothing is wrong with this device.'
    : `${failed}. ${sentence(problemText(problem))}`
