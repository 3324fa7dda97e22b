import { expect, test } from 'vitest'
import { goalsFound, mergedGoals, mostGoals, numberIn, searchedGoal } from '../../src/rules/go-to.ts'

const goal = (title: string, detail = '', more = '') =>
  searchedGoal({ path: `/${title}`, kind: 'Contact', title, detail }, more)
const titles = (typed: string, ...goals: ReturnType<typeof goal>[]) => goalsFound(goals, typed).map((it) => it.title)

test('a goal is found by words in any order, of its title, its detail, its kind and what else it is known by', () => {
  const nora = goal('Nora Quill', 'nora@quill.example', '4105550177')
  for (const typed of ['quill nora', 'NORA', 'contact quill', '0177', 'ora qui'])
    expect(titles(typed, nora)).toEqual(['Nora Quill'])
  for (const typed of ['nora brand', 'q', '']) expect(titles(typed, nora)).toEqual([])
})

test('goals that begin with the text come first, then those with a word that does, then the rest', () => {
  expect(titles('elm s', goal('Helmet street'), goal('48 Elm Street'), goal('Elm Street 9'))).toEqual([
    'Elm Street 9',
    '48 Elm Street',
    'Helmet street',
  ])
})

test('a number is read alone, with a sign, or behind the word for a record', () => {
  expect(numberIn('12')).toEqual({ number: 12, word: '' })
  expect(numberIn(' #12 ')).toEqual({ number: 12, word: '' })
  expect(numberIn('Violation #12')).toEqual({ number: 12, word: 'violation' })
  for (const typed of ['', '0', 'elm', '12 elm street', '1234567890']) expect(numberIn(typed)).toBeNull()
})

test('groups are put together with each goal once, its first, and at most as many as are listed', () => {
  const many = Array.from({ length: 20 }, (_, at) => goal(`Goal ${at}`))
  const merged = mergedGoals([goal('Goal 3')], many)
  expect(merged.slice(0, 3).map((it) => it.title)).toEqual(['Goal 3', 'Goal 0', 'Goal 1'])
  expect(merged).toHaveLength(mostGoals)
})

test('a goal of several groups has the place of its first and the words of its last, which are the newest', () => {
  const lately = [goal('Nora', 'old phone'), goal('Contacts')]
  const now = [goal('Other'), goal('Nora', 'new phone')]
  expect(mergedGoals(lately, now).map(({ title, detail }) => [title, detail])).toEqual([
    ['Nora', 'new phone'],
    ['Contacts', ''],
    ['Other', ''],
  ])
})
