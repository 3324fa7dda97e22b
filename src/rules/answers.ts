import type { AnswerValue } from '../contract/answer.ts'

const words: Record<AnswerValue, string> = { ok: 'OK', problem: 'Problem', na: 'N/A' }

/** An answer on its button. */
export const answerWords = (answer: AnswerValue): string => words[answer]

/** '5 OK · 1 problem · 2 N/A', without zeros. */
export function answerCounts(answers: readonly AnswerValue[]): string {
  const count = (value: AnswerValue) => answers.filter((it) => it === value).length
  const problems = count('problem')
  const parts = [
    [count('ok'), 'OK'],
    [problems, problems === 1 ? 'problem' : 'problems'],
    [count('na'), 'N/A'],
  ] as const
  return parts
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${word}`)
    .join(' · ')
}
