import { type Problem, problemText } from '../../sync/problem.ts'

/** Why there is nothing: these calls are the town's own server's; another one has no such page. */
export const failureOf = (problem: Problem, failed: string): string =>
  problem.kind === 'refused' && problem.status === 404
    ? 'The server of this town does not keep this.'
    : `${failed}. ${problemText(problem)}.`
