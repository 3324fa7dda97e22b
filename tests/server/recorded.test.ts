import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, documented } from '../../src/contract/calls.ts'
import { idMarks } from '../../src/contract/id-marks.ts'
import { shapeOf } from '../../src/server/coerce.ts'
import { tableOf } from '../../src/server/etag.ts'
import { recorded } from '../contract/recorded.ts'
import { answersLike, type RecordedRequest, recordedRequests, unreadable } from '../contract/recorded-requests.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { smallPdf } from '../harness/pdf.ts'
import { leftOut, otherStatuses } from './recorded-differences.ts'
import { passwordIn, recordedTown } from './recorded-town.ts'
import { jpeg } from './visit.ts'

interface Outcome {
  asked: RecordedRequest
  status: number
  text: string
  body: unknown
}

const outcomes: Outcome[] = []
let town: Office
beforeAll(async () => {
  town = await office()
  const as = await recordedTown(town)
  for (const asked of recordedRequests) outcomes.push(await replay(asked, as))
})
afterAll(() => town.close())

/** The name of the record that the call makes. */
const tableMadeBy = ({ method, path }: RecordedRequest): string | undefined => {
  const plain = (text: string) =>
    text
      .replace(/\?.*/, '')
      .replace(/\/$/, '')
      .replaceAll(/:\w+|\d+/g, '{}')
  const endpoint = calls.find((it) => it.method === method && plain(it.path) === plain(path))
  const id = endpoint && shapeOf(endpoint.reply)?.id
  const type = id && idMarks.get(id)?.of
  return type && tableOf[type]
}

const replay = async (asked: RecordedRequest, as: Person): Promise<Outcome> => {
  const table = asked.id === undefined ? undefined : tableMadeBy(asked)
  // The record that was made there gets the same id here: what was asked of it later can be asked here too.
  if (table)
    await town.pool.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), $1, false) where not exists (select from ${table} where id = $1)`,
      [asked.id],
    )
  const answer = await town.fetch(`/api${asked.path}`, {
    method: asked.method,
    ...(await wireOf(asked)),
    ...sender(asked, as),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json')
  return { asked, status: answer.status, text, body: isJson ? JSON.parse(text) : undefined }
}

const sender = ({ token }: RecordedRequest, as: Person): { as?: Person } => {
  if (token === 'none') return {}
  if (token === 'inactive') return { as: town.people.oas }
  if (token === 'guest') return { as: town.people.guest }
  return { as: token ? { ...as, token } : as }
}

const wireOf = async ({ name, json, form, multipart }: RecordedRequest): Promise<RequestInit> => {
  if (json !== undefined) {
    const body = typeof json === 'string' ? json : JSON.stringify(json)
    return { body, headers: { 'Content-Type': 'application/json' } }
  }
  if (form)
    return {
      body: new URLSearchParams(
        Object.entries(form).map(([field, value]) => [field, value === '***' ? passwordIn(name) : `${value}`]),
      ),
    }
  if (!multipart) return {}
  const body = new FormData()
  for (const [field, value] of multipart)
    body.append(field, value.startsWith('@') ? await fileOf(value.slice(1)) : value)
  return { body }
}

const fileOf = async (named: string): Promise<File> => {
  const [name = '', ...facts] = named.split(';')
  const type = facts.find((it) => it.startsWith('type='))?.slice(5) ?? ''
  const bytes = name.endsWith('.pdf') ? smallPdf() : await jpeg()
  return new File([new Uint8Array(bytes)], facts.find((it) => it.startsWith('filename='))?.slice(9) ?? name, { type })
}

const nameOf = ({ name, status }: RecordedRequest) => `${name} ${status}`
const listed = new Map(otherStatuses.flatMap(({ ours, requests }) => requests.map((it) => [it, ours] as const)))

describe('every recorded request of a documented call', () => {
  test('B1 to B120 are all among them', () => {
    const plain = (text: string) =>
      text
        .replace(/\?.*/, '')
        .replace(/\/$/, '')
        .replaceAll(/:\w+|\d+/g, '{}')
    const asked = new Set(recordedRequests.map(({ method, path }) => `${method} ${plain(path)}`))
    expect(documented.filter(({ method, path }) => !asked.has(`${method} ${plain(path)}`))).toEqual([])
  })

  test('is answered with the recorded status, but for those that are listed with their reason', () => {
    const differing = outcomes
      .filter(({ asked, status }) => asked.status !== status)
      .map(({ asked, status, text }) => ({ name: nameOf(asked), status, text }))
    const unlisted = differing.filter(({ name, status }) => listed.get(name) !== status)
    expect(unlisted).toEqual([])
    const names = new Set(differing.map(({ name }) => name))
    expect([...listed.keys()].filter((name) => !names.has(name))).toEqual([])
  })

  test('is answered so that a client of the recorded server can read it', () => {
    const answered = outcomes.filter(({ asked, status }) => asked.status < 300 && status < 300)
    expect(answered.length).toBeGreaterThan(180)
    const problems = answered.flatMap(({ asked, body }) => {
      const [like] = answersLike(recorded, asked)
      if (!like) return [`${nameOf(asked)}: no recorded answer to compare with`]
      return unreadable(body, like.body)
        .filter((place) => !leftOut.some(({ fields }) => fields.test(place.replace(/: missing$/, ''))))
        .map((problem) => `${nameOf(asked)} ${problem}`)
    })
    expect(problems).toEqual([])
  })

  test('that is refused is refused as {detail}, and none is a failure of the server', () => {
    for (const { asked, status, body, text } of outcomes) {
      expect(status, `${nameOf(asked)}: ${text}`).toBeLessThan(500)
      if (status >= 400) expect(body, nameOf(asked)).toMatchObject({ detail: expect.anything() })
    }
  })

  test('the comparison sees a field that is missing, and one of another kind', () => {
    const told = [{ id: 1, photos: [{ url: 'x' }], user: { name: 'Ona' }, notes: null }]
    expect(unreadable([{ id: 1, photos: [], user: null }], told)).toEqual([])
    expect(unreadable([{ id: '1', photos: [{ link: 'x' }], user: 'Ona' }], told)).toEqual([
      '[].id: string instead of number',
      '[].photos[].url: missing',
      '[].user: string instead of a record',
    ])
    expect(unreadable({ detail: 'x' }, told)).toEqual([': object instead of a list'])
  })
})
