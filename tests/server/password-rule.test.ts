import { expect, test } from 'vitest'
import { passwordProblem } from '../../src/server/password-rule.ts'

const bearer = { email: 'maria.lopez@fernhill.example', name: 'Maria Lopez' }
const problem = (password: string) => passwordProblem(password, bearer)

test.each(['basketball', 'BASKETBALL', 'Basketball1!', '1234567890', '!!basketball2026'])(
  '%s is among the commonest passwords, or one with digits around it',
  (password) => {
    expect(problem(password)).toMatch(/among the commonest/)
  },
)

test.each(['aaaaaaaaaaaa', 'ababababab'])('%s repeats a few characters', (password) => {
  expect(problem(password)).toMatch(/repeats a few characters|among the commonest/)
})

test.each(['maria.lopez@fernhill.example', 'Maria Lopez 1', 'lopezmaria99', 'fernhill-maria', 'MARIALOPEZ!!!'])(
  '%s is hardly more than one’s own name or address',
  (password) => {
    expect(problem(password)).toMatch(/name or the address/)
  },
)

test.each(['the third gate is green', 'maria keeps nine geese', 'qwz-7741-bnt'])('%s may be chosen', (password) => {
  expect(problem(password)).toBeNull()
})

test('somebody without a name is judged by the address alone', () => {
  expect(passwordProblem('maria lopez', { email: 'office@town.example', name: null })).toBeNull()
})
