import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitation, citationById, citationsOfViolation, setCitationStatus } from '../../src/records/citation.ts'
import { codeBook } from '../../src/records/code.ts'
import { rowsOf } from '../../src/records/query.ts'
import { onsUsers } from '../../src/records/user.ts'
import {
  abateViolation,
  addViolation,
  assignViolation,
  extendDeadline,
  reopenViolation,
  violationById,
  violationsOfAddress,
} from '../../src/records/violation.ts'
import { addViolationComment, addViolationCommentWithFiles } from '../../src/records/violation-comment.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { discard, keepMine, retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, smallTown } from '../harness/town.ts'

const dayMs = 86_400_000

/** One violation, an inspector at its door without signal, and an office that works on it at the same time. */
describe.each(['keyed', 'documented'] as const)('on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let place: Awaited<ReturnType<typeof smallTown>>
  const violationId = 1
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query(
      'truncate addresses, codes, inspections, violations, citations, violation_comments, attachments restart identity cascade',
    )
    place = await smallTown(town)
    await town.pool.query(
      "insert into violations (address_id, user_id, deadline, violation_type, extend) values ($1, $2, '7 days', 'doorhanger', 2)",
      [place.addressId, town.people.ons.id],
    )
    await town.pool.query('insert into violation_codes (violation_id, code_id) values (1, $1)', [place.codeId])
    phone = await testDevice(town, town.people.ons)
    for (const query of [violationById(violationId), codeBook(), onsUsers()]) await pull(phone, query)
  })

  const atOffice = async () =>
    (await town.pool.query('select status, extend, user_id from violations where id = $1', [violationId])).rows[0]
  const officeSets = (field: 'extend' | 'status' | 'user_id', value: number) =>
    town.pool.query(`update violations set ${field} = $1, updated_at = now() where id = $2`, [value, violationId])
  const shown = async () => (await phone.db.rows('violation').get(violationId))!
  const extend = async (days: number) =>
    perform(phone, extendDeadline, { violationId }, { extend: ((await shown()).extend ?? 0) + days })
  const outbox = () => phone.db.outbox.orderBy('seq').toArray()
  const drainAll = async () => {
    for (let round = 0; round < 8 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
  }

  test('VD-03 C-33 an extension made without signal is added to the one that the office gave, and the user learns it', async () => {
    const before = await shown()
    phone.signal.off()
    await extend(3)
    await extend(4)
    const waiting = await shown()
    expect(waiting.extend).toBe(9)
    expect(Date.parse(waiting.deadline_date!) - Date.parse(before.deadline_date!)).toBe(7 * dayMs)

    await officeSets('extend', 12)
    phone.signal.on()
    await pull(phone, violationById(violationId))
    expect((await shown()).extend).toBe(19)
    await phone.drain()
    expect(await outbox()).toEqual([])
    expect(await atOffice()).toMatchObject({ extend: 19 })
    expect((await shown()).extend).toBe(19)
    expect(await phone.db.receipts.orderBy('tick').toArray()).toMatchObject([
      { words: 'Deadline extended by 3 days', note: expect.stringContaining('both changes are kept') },
      { words: 'Deadline extended by 4 days' },
    ])
  })

  test('VD-03 of two extensions the first is discarded: the second still gives its own days', async () => {
    phone.signal.off()
    await extend(7)
    await extend(7)
    const [first] = await outbox()
    await discard(phone, first!.key)
    expect((await shown()).extend).toBe(9)
    phone.signal.on()
    await drainAll()
    expect(await atOffice()).toMatchObject({ extend: 9 })
    expect((await phone.db.receipts.toArray()).map((it) => [it.words, it.note])).toEqual([
      ['Deadline extended by 7 days', undefined],
    ])
  })

  test('VD-03 the same number of days given by both is two extensions, not one', async () => {
    phone.signal.off()
    await extend(3)
    await officeSets('extend', 5)
    phone.signal.on()
    await phone.drain()
    expect(await atOffice()).toMatchObject({ extend: 8 })
  })

  test('VD-03 an extension whose answer was lost is not added twice', async () => {
    await extend(3)
    phone.signal.loseAnswers(1, (it) => it.method === 'PATCH')
    await drainAll()
    expect(await outbox()).toEqual([])
    expect(await atOffice()).toMatchObject({ extend: 5 })
  })

  test('VD-17 a refused extension is shown with the words of the server, and the deadline is the old one once it is discarded', async () => {
    await extend(3)
    phone.signal.answerWith(
      1,
      () => Response.json({ detail: 'Deadlines are frozen' }, { status: 422 }),
      (it) => it.method === 'PATCH',
    )
    await phone.drain()
    expect(await outbox()).toMatchObject([{ state: 'refused', problem: { detail: 'Deadlines are frozen' } }])
    expect(await atOffice()).toMatchObject({ extend: 2 })
  })

  test('VD-04 VD-06 I6 abating waits for the citation and extension made before it, and later ones wait for it', async () => {
    phone.signal.off()
    await perform(phone, addCitation, {}, citation({ citationid: 'A-1' }))
    await extend(1)
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    expect((await shown()).status).toBe(1)
    await perform(phone, addCitation, {}, citation({ citationid: 'A-2' }))
    phone.signal.on()
    await drainAll()
    expect(await outbox()).toEqual([])
    const writes = phone.signal.sent.filter((it) => it.body.includes('citationid') || !it.line.endsWith('/batch'))
    const at = (text: RegExp) => writes.findIndex((it) => text.test(`${it.line} ${it.body}`))
    expect(at(/A-1/)).toBeLessThan(at(/abate/))
    expect(at(/deadline /)).toBeLessThan(at(/abate/))
    expect(at(/A-2/)).toBeGreaterThan(at(/abate/))
    expect(await atOffice()).toMatchObject({ status: 1, extend: 3 })
    const { rows } = await town.pool.query('select closed_at from violations')
    expect(rows).toEqual([{ closed_at: expect.any(Date) }])
  })

  test('VD-04 G-18 the moment of abating is that of the tap, where the server can carry it', async () => {
    const tapped = phone.clock.now
    phone.signal.off()
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    phone.clock.pass(3_600_000)
    phone.signal.on()
    await phone.drain()
    expect(JSON.parse(phone.signal.sent.find((it) => it.line.endsWith('/abate'))!.body)).toEqual({
      status: 1,
      observed_at: new Date(tapped).toISOString(),
    })
  })

  test('VD-04 VD-05 the device knows when a violation was resolved, before it is sent and after, and forgets it when reopened', async () => {
    const tapped = new Date(phone.clock.now).toISOString()
    phone.signal.off()
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    expect((await shown()).closed_at).toBe(tapped)
    phone.clock.pass(3_600_000)
    phone.signal.on()
    await phone.drain()
    // A documented server does not say it: its last change is used instead.
    expect((await shown()).closed_at).toBe(profile === 'keyed' ? tapped : undefined)
    await perform(phone, reopenViolation, { violationId }, { status: 0 })
    expect((await shown()).closed_at).toBeNull()
    await phone.drain()
    expect(await shown()).toMatchObject({ status: 0, ...(profile === 'keyed' && { closed_at: null }) })
  })

  test('VD-04 a violation that somebody already abated stays so, without a second call or a question', async () => {
    phone.signal.off()
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    await officeSets('status', 1)
    phone.signal.on()
    await phone.drain()
    expect(await outbox()).toEqual([])
    expect(phone.signal.sent.filter((it) => it.line.endsWith('/abate'))).toEqual([])
    expect((await shown()).status).toBe(1)
  })

  test('VD-04 somebody who abates between the look and the call leaves no refusal behind', async () => {
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    phone.signal.before(async (request) => {
      if (request.url.endsWith('/abate')) await officeSets('status', 1)
    })
    await drainAll()
    phone.signal.before(null)
    expect(await outbox()).toEqual([])
    expect((await phone.db.receipts.toArray()).map((it) => it.note)).toEqual([undefined])
  })

  test('VD-04 the user is asked before abating a violation that went to trial; mine is sent by hand', async () => {
    phone.signal.off()
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    await officeSets('status', 2)
    phone.signal.on()
    await phone.drain()
    const [entry] = await outbox()
    expect(entry).toMatchObject({
      state: 'conflict',
      problem: { fields: [{ name: 'status', seen: 0, mine: 1, theirs: 2 }] },
    })
    await keepMine(phone, entry!.key)
    await phone.drain()
    const left = await outbox()
    // Our server abates only what is Current, and says so; a documented one abates anything.
    if (profile === 'keyed') expect(left).toMatchObject([{ state: 'refused', problem: { status: 409 } }])
    else expect([left, await atOffice()]).toMatchObject([[], { status: 1 }])
  })

  test('VD-05 abated and reopened without signal ends as Current, with both steps at the office', async () => {
    phone.signal.off()
    await perform(phone, abateViolation, { violationId }, { status: 1 })
    await perform(phone, reopenViolation, { violationId }, { status: 0 })
    expect((await shown()).status).toBe(0)
    phone.signal.on()
    await drainAll()
    expect(await outbox()).toEqual([])
    expect(await atOffice()).toMatchObject({ status: 0 })
    expect(phone.signal.sent.map((it) => it.line.split('/').at(-1))).toEqual(['abate', 'reopen'])
  })

  test('VD-10 an assignee that the office chose first stays, and the user learns it', async () => {
    phone = await testDevice(town, town.people.admin)
    for (const query of [violationById(violationId), onsUsers()]) await pull(phone, query)
    phone.signal.off()
    await perform(phone, assignViolation, { violationId }, { user_id: town.people.otherOns.id })
    expect((await shown()).user?.email).toBe(town.people.otherOns.email)
    await officeSets('user_id', town.people.oas.id)
    phone.signal.on()
    await phone.drain()
    expect(await outbox()).toEqual([])
    expect(await atOffice()).toMatchObject({ user_id: town.people.oas.id })
    expect((await shown()).user_id).toBe(town.people.oas.id)
    expect(await phone.db.receipts.toArray()).toMatchObject([
      { how: 'serverWon', note: expect.stringMatching(/office/) },
    ])
  })

  const citation = (fields: object = {}) => ({
    violation_id: violationId,
    user_id: town.people.ons.id,
    citationid: '',
    fine: 200,
    deadline: '2031-05-01',
    code_id: place.codeId,
    status: 0 as const,
    ...fields,
  })

  test('CT-14 a citation of a violation made without signal arrives under the server’s id, unpaid, by its author', async () => {
    phone.signal.off()
    const made = await perform(phone, addViolation, {}, { address_id: place.addressId, user_id: town.people.ons.id })
    const cited = await perform(phone, addCitation, {}, citation({ violation_id: made, citationid: ' 77 ', fine: 150 }))
    expect(await phone.db.rows('citation').get(cited)).toMatchObject({
      violation_id: made,
      citationid: '77',
      status: 0,
      code_name: 'Tall grass',
    })
    phone.signal.on()
    await drainAll()
    expect(await outbox()).toEqual([])
    const { rows } = await town.pool.query('select violation_id, citationid, fine, status, user_id from citations')
    expect(rows).toEqual([
      { violation_id: 2, citationid: '77', fine: '150.00', status: 0, user_id: town.people.ons.id },
    ])
    expect(await rowsOf(phone.db, citationsOfViolation(2))).toMatchObject([{ id: 1, violation_id: 2 }])
  })

  test('I2 CT-14 citations of two violations, an answer lost: none is doubled and none taken for the other’s', async () => {
    await town.pool.query(
      "insert into violations (address_id, user_id, deadline, violation_type) values ($1, $2, '7 days', 'doorhanger')",
      [place.addressId, town.people.ons.id],
    )
    // An equal citation by somebody else, made earlier.
    await town.pool.query(
      "insert into citations (violation_id, user_id, fine, deadline, code_id, status) values (2, $1, 200, '2031-05-01', $2, 0)",
      [town.people.otherOns.id, place.codeId],
    )
    await pull(phone, violationsOfAddress(place.addressId))
    for (const citationid of ['A', 'B']) await perform(phone, addCitation, {}, citation({ citationid }))
    await perform(phone, addCitation, {}, citation({ violation_id: 2 }))
    // The last one: by then the list of the other violation has been read.
    let posts = 0
    phone.signal.loseAnswers(1, (it) => it.method === 'POST' && ++posts === (profile === 'keyed' ? 1 : 3))
    await drainAll()
    expect(await outbox()).toEqual([])
    expect(await count(town, 'citations')).toBe(4)
    const ids = (await phone.db.ids.toArray()).map((it) => it.server)
    expect(ids).not.toContain(1)
    expect(new Set(ids).size).toBe(3)
  })

  test('a citation that cannot be found after a lost answer is never sent again on its own', async () => {
    if (profile === 'keyed') return
    await perform(phone, addCitation, {}, citation())
    phone.signal.answerWith(
      1,
      () => new Response('Bad Gateway', { status: 502 }),
      (it) => it.method === 'POST' && it.url.endsWith('/citations/'),
    )
    await drainAll()
    const [entry] = await outbox()
    expect(entry).toMatchObject({ state: 'conflict', problem: { kind: 'doubt' } })
    expect(await count(town, 'citations')).toBe(0)
    await retry(phone, entry!.key)
    await drainAll()
    expect(await count(town, 'citations')).toBe(1)
    expect(await outbox()).toEqual([])
  })

  test('CT-08 the user is asked about a citation that the office marked too; the same mark by both is kept', async () => {
    await town.pool.query(
      "insert into citations (violation_id, user_id, fine, deadline, code_id, status) values (1, $1, 200, '2031-05-01', $2, 0)",
      [town.people.ons.id, place.codeId],
    )
    await pull(phone, citationById(1))
    const officeMarks = (status: number) =>
      town.pool.query('update citations set status = $1, updated_at = now() where id = 1', [status])
    phone.signal.off()
    await perform(phone, setCitationStatus, { citationId: 1 }, { status: 3 })
    await perform(phone, setCitationStatus, { citationId: 1 }, { status: 1 })
    expect(await phone.db.outbox.count()).toBe(1)
    await officeMarks(2)
    phone.signal.on()
    await phone.drain()
    const [entry] = await outbox()
    expect(entry).toMatchObject({ problem: { fields: [{ name: 'status', seen: 0, mine: 1, theirs: 2 }] } })
    await officeMarks(1)
    await keepMine(phone, entry!.key)
    await phone.drain()
    expect(await outbox()).toEqual([])
    expect(phone.signal.sent.filter((it) => it.line.startsWith('PATCH'))).toEqual([])
  })

  test('VD-01 a list that leaves the comments of a violation out takes nothing away from this device', async () => {
    await town.pool.query(
      "insert into violation_comments (violation_id, user_id, content) values (1, 1, 'Gate is shut')",
    )
    await pull(phone, violationById(violationId))
    await pull(phone, violationsOfAddress(place.addressId))
    expect((await shown()).violation_comments).toMatchObject([{ content: 'Gate is shut' }])
    expect((await shown()).codes).toMatchObject([{ name: 'Tall grass' }])
  })

  test('VD-12 comments in words are JSON, those with files a form; I2 each is at the office once, its answer lost or not', async () => {
    phone.signal.off()
    const said = { user_id: town.people.ons.id }
    await perform(phone, addViolationComment, { violationId }, { ...said, content: 'Words', violation_id: violationId })
    const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
    await perform(phone, addViolationCommentWithFiles, { violationId }, { ...said, content: 'Shown' }, { photos })
    expect(await phone.db.rows('violationComment').toArray()).toMatchObject([
      { content: 'Shown' },
      { content: 'Words' },
    ])
    phone.signal.on()
    phone.signal.loseAnswers(2, (it) => it.method === 'POST' && it.url.includes('/comments'))
    await drainAll()
    expect(await outbox()).toEqual([])
    const { rows } = await town.pool.query(
      'select content, violation_id, user_id from violation_comments order by content',
    )
    expect(rows).toEqual([
      { content: 'Shown', violation_id: 1, user_id: 1 },
      { content: 'Words', violation_id: 1, user_id: 1 },
    ])
    expect(await count(town, 'attachments')).toBe(2)
    const kept = await phone.db.rows('violationComment').toArray()
    expect(kept.map((it) => [it.id > 0, it.violation_id])).toEqual([
      [true, violationId],
      [true, violationId],
    ])
  })

  test('VD-12 I4 a comment on a violation that was made without signal follows it to its server’s id', async () => {
    phone.signal.off()
    const made = await perform(phone, addViolation, {}, { address_id: place.addressId, user_id: town.people.ons.id })
    const body = { user_id: town.people.ons.id, content: 'Follow-up', violation_id: made }
    await perform(phone, addViolationComment, { violationId: made }, body)
    phone.signal.on()
    await drainAll()
    expect((await town.pool.query('select violation_id from violation_comments')).rows).toEqual([{ violation_id: 2 }])
    expect(await phone.db.rows('violationComment').toArray()).toMatchObject([{ violation_id: 2, content: 'Follow-up' }])
  })
})
