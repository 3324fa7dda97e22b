import { expect, test } from 'vitest'
import { lostPassages } from './bundle.ts'
import { plantedInFront } from './front/planted-front.ts'
import { planted } from './mutations/planted.ts'

test('every planted bug still finds its passage in the source, exactly once', () => {
  expect(lostPassages([...planted, ...plantedInFront].flatMap(({ patches }) => patches))).toEqual([])
})

test('a patch whose passage was moved or changed is named', () => {
  const moved = { file: 'src/sync/deliver/plan.ts', find: 'a passage that stands nowhere', put: '' }
  expect(lostPassages([moved])).toEqual([
    'src/sync/deliver/plan.ts has not exactly one passage:\na passage that stands nowhere',
  ])
})
