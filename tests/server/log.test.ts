import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What the server's log writes when the code logs something. */
const logged = (code: string) => {
  const program = `
    import { DrizzleQueryError } from 'drizzle-orm'
    import { createLog } from './src/server/log.ts'
    const failed = new DrizzleQueryError('update "keys" set "answer" = $1', ['the code 7KQ2'], new Error('no disk'))
    const log = createLog('info')
    ${code}`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

test('of a failed query the log has the reason and the statement, but never its values, however it is logged', () => {
  const text = logged(`
    log.error({ err: failed, path: '/areas/7' }, 'an answer could not be written down')
    log.warn({ err: new Error('not tidied up', { cause: failed }) })`)
  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toContain('no disk')
    expect(line).toContain('update \\"keys\\"')
  }
  expect(text).toContain('/areas/7')
  expect(text).not.toContain('7KQ2')
})

test('any other error is logged whole', () => {
  const text = logged(`log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')`)
  expect(JSON.parse(text)).toMatchObject({ msg: 'failed', err: { message: 'outer: inner' } })
})
