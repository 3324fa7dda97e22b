import { expect, test } from 'vitest'
import { poolOf } from '../../src/server/store/open-store.ts'
import { limitStatements } from '../../src/server/store/statement-limits.ts'
import { copyOfTemplate } from '../harness/database.ts'

test('a start whose connection is lost while its limits are set ends with the reason and does not hang', async () => {
  const { url, drop } = await copyOfTemplate()
  const pool = poolOf(url, 3)
  const [first, second] = [await pool.connect(), await pool.connect()]
  first.release()
  second.release()
  await pool.query({ text: 'select 1' })
  pool.once('acquire', (client) => {
    client.query = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  })
  await expect(limitStatements(pool)).rejects.toThrow('Connection terminated unexpectedly')
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  const late = new Promise((resolve) => setTimeout(() => resolve('it hangs'), 3000).unref())
  expect(await Promise.race([pool.end().then(() => 'closed'), late])).toBe('closed')
  await drop()
})
