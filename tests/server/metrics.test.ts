import { afterEach, expect, test } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { type Office, office } from '../harness/office.ts'
import { ask } from './routes/ask.ts'

let town: Office
afterEach(() => town.close())

const read = (headers: Record<string, string> = {}) => fetch(`${town.url}/metrics`, { headers })

test('figures name the call and its status, never a path or an id', async () => {
  town = await office()
  await ask(town, rooms.add, { body: { name: 'Attic' }, as: town.people.admin })
  await town.fetch('/api/rooms/4711', { as: town.people.admin })
  await town.fetch('/api/wp-admin/4711')
  await town.fetch('/some/page/4711')
  const answer = await read()
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  for (const line of [
    'codesoft_requests_total{call="B98",status="200"} 1',
    'codesoft_requests_total{call="B96",status="404"} 1',
    'codesoft_requests_total{call="unknown",status="404"} 1',
    'codesoft_requests_total{call="app",status="404"} 1',
    'codesoft_request_seconds_count{call="B98"} 1',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/codesoft_database_connections\{state="open"\} [1-9]/)
  expect(text).toMatch(/process_resident_memory_bytes \d{7}/)
  // Names and labels alone: a figure such as 104711978 bytes may hold the same digits by chance.
  const named = text.replace(/ \S+$/gm, '')
  expect(named).toContain('codesoft_requests_total{call="B98",status="200"}')
  expect(named).not.toContain('4711')
})

test('figures are for this machine alone, and a proxy on it speaks for others', async () => {
  town = await office()
  expect((await read()).status).toBe(200)
  expect((await read({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404)
  expect((await town.fetch('/metrics')).status).toBe(404)
})

test('figures are for everybody where METRICS=1 says so', async () => {
  town = await office({ config: { metricsForAll: true } })
  expect((await read({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(200)
})
