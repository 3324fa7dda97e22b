import { type Problem, problemText } from '../../sync/transport/problem.ts'

/** Why there is nothing: these calls are the town's own server's; another one has no such page. */
export const failureOf = (problem: Problem, failed: string): string =>
  problem.kind === 'refused' && [404, 405, 501].includes(problem.status)
    ? 'The server of this town does not offer this page. Nothing is wrong with this device.'
    : `${failed}. ${problemText(problem)}.`
