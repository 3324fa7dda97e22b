import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { callNames } from '../../src/call-names/plugin.ts'
import { schemasOf } from '../../src/contract/schemas.ts'
import { violations } from '../../src/contract/violation.ts'

type Hook<Result> = (this: { error(words: string): never }, ...given: string[]) => Promise<Result>

const build = {
  error(words: string): never {
    throw new Error(words)
  },
}
const plugin = callNames()
const contract = resolve('src/contract/violation.ts')
const reader = resolve('src/records/violation.ts')

const rewritten = (code: string) =>
  // A hook of the bundler, called as it calls it.
  (plugin.transform as unknown as Hook<{ code: string } | null>).call(build, code, reader)

test('what reads the device gets calls by name and plain values; schemas come from the contract itself', async () => {
  const made = await rewritten('import { violations, deadlineChoices, Violation } from "../contract/violation.ts";')
  expect(made?.code).toBe(
    'import { violations, deadlineChoices } from "../contract/violation.ts?names";import { Violation } from "../contract/violation.ts";',
  )
})

test('the name of a call says how it travels and holds no schema', async () => {
  const { code } = await (plugin.load as unknown as Hook<{ code: string }>).call(build, `${contract}?names`)
  expect(code).toContain('one: /* @__PURE__ */ named("B62", "GET", "/violation/:violationId")')
  expect(code).toContain(
    'assign: /* @__PURE__ */ named("B67", "PATCH", "/violation/:violationId/assignee", {"encoding":"form"})',
  )
  expect(code).not.toContain('zod')
})

test('a file that knows a call by its name alone and reads a schema of it stops the build', async () => {
  const code = 'import { violations } from "../contract/violation.ts";\nparse(violations.one.reply, it)'
  await expect(rewritten(code)).rejects.toThrow('violations.one.reply')
})

test('the schemas of a call that is known by its name are those of the contract', () => {
  const { id, method, path, encoding, files, status, repeat } = violations.one
  expect(schemasOf({ id, method, path, encoding, files, status, repeat })).toBe(violations.one)
})
