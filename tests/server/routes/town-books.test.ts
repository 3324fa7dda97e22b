import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../../src/contract/code.ts'
import { prompts, rooms } from '../../../src/contract/room.ts'
import { users } from '../../../src/contract/user.ts'
import { codes as codeTable } from '../../../src/server/store/town-tables.ts'
import { type Office, office } from '../../harness/office.ts'
import { ask, atOnce, refusal, send } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

describe('users', () => {
  test('CF-07 the inspectors are the active users of role 1, by name', async () => {
    expect((await ask(town, users.ons)).map(({ name }) => name)).toEqual(['Ona Sutter', 'Otis Nash'])
    await town.pool.query('update users set active = false where email = $1', ['ons2@town.example'])
    expect((await ask(town, users.ons)).map(({ name }) => name)).toEqual(['Ona Sutter'])
    await town.pool.query('update users set active = true')
  })

  test('EN-01 a user shows neither password nor hash; C-37 the list is by name', async () => {
    const text = await (await send(town, users.list)).text()
    expect(text).not.toMatch(/password|argon2/)
    expect((await ask(town, users.list)).map(({ name }) => name)).toEqual([
      'Ada Minter',
      'Gus Estrada',
      'Olga Asher',
      'Ona Sutter',
      'Otis Nash',
    ])
    expect(await refusal(town, users.one, { params: { userId: 999_999 } })).toBe('404 User not found')
  })

  test('X10 an Admin makes a user, who signs in once a password is set; a taken email is refused, whatever its case', async () => {
    const as = town.people.admin
    const body = { email: ' new@town.example ', name: 'Nell New', phone: null, role: 1 }
    const made = await ask(town, users.add, { body, as })
    expect(made).toMatchObject({ email: 'new@town.example', name: 'Nell New', role: 1, active: true })
    const signIn = (password: string) =>
      town.fetch('/api/login', {
        method: 'POST',
        body: new URLSearchParams({ username: 'new@town.example', password }),
      })
    expect((await signIn('')).status).not.toBe(200)
    expect((await signIn('nothing yet')).status).toBe(401)
    const password = { new_password: 'a long new password' }
    await ask(town, users.setPassword, { params: { userId: made.id }, body: password, as })
    expect((await signIn(password.new_password)).status).toBe(200)
    expect(await refusal(town, users.add, { body: { ...body, email: 'NEW@town.example' }, as })).toBe(
      '409 A user with this email already exists',
    )
    expect(await refusal(town, users.add, { body, as: town.people.oas })).toMatch(/^403/)
    await town.pool.query('delete from users where id = $1', [made.id])
  })

  test('US-05 an Admin saves the whole user; a taken email, another’s hand and the last Admin’s fall are refused', async () => {
    const as = town.people.admin
    const params = { userId: town.people.guest.id }
    const body = { ...(await ask(town, users.one, { params })), name: 'Gus E.', role: 1 }
    expect(await ask(town, users.save, { params, body, as })).toMatchObject({ name: 'Gus E.', role: 1, active: true })
    expect(await refusal(town, users.save, { params, body: { ...body, email: 'ONS@town.example' }, as })).toBe(
      '409 A user with this email already exists',
    )
    expect(
      await refusal(town, users.save, { params: { userId: town.people.ons.id }, body: { ...body, role: 3 } }),
    ).toMatch(/^403/)
    const own = { params: { userId: as.id }, body: { email: as.email, name: as.name, role: 1 }, as }
    expect(await refusal(town, users.save, own)).toMatch(/^409 The last Admin/)
    expect((await ask(town, users.one, { params: { userId: as.id } })).role).toBe(3)
  })

  test('US-05 of two Admins who take the role from each other at once, one stays', async () => {
    const { admin, oas } = town.people
    for (let time = 0; time < 5; time += 1) {
      await town.pool.query('update users set role = 3 where id = any($1)', [[admin.id, oas.id]])
      const pairs = [
        [admin, oas],
        [oas, admin],
      ] as const
      const falls = pairs.values()
      await atOnce(town, 2, async () => {
        const [as, other] = falls.next().value ?? pairs[0]
        const body = { email: other.email, name: other.name, role: 1, active: true }
        return send(town, users.save, { params: { userId: other.id }, body, as })
      })
      const left = await town.pool.query('select 1 from users where role = 3 and active')
      expect(left.rowCount).toBe(1)
    }
    await town.pool.query('update users set role = case id when $1 then 3 else 2 end where id = any($2)', [
      admin.id,
      [admin.id, oas.id],
    ])
  })
})

describe('the code book', () => {
  beforeAll(async () => {
    await town.db.insert(codeTable).values(
      [
        ['10', '2', 'Fences', 'No taller than 100% of six feet'],
        ['9', '10', 'Noise', 'At night'],
        ['9', '2', 'Dogs', 'On a leash'],
      ].map(([chapter = '', section = '', name = '', description = '']) => ({ chapter, section, name, description })),
    )
  })

  test('C-37 is in the order of chapter and section, numbers as numbers; EN-17 with name and description', async () => {
    const book = await ask(town, codes.list)
    expect(book.map(({ chapter, section }) => `${chapter}-${section}`)).toEqual(['9-2', '9-10', '10-2'])
    const codeId = book[0]?.id ?? 0
    expect(await ask(town, codes.one, { params: { codeId } })).toMatchObject({
      name: 'Dogs',
      description: 'On a leash',
    })
    expect(await refusal(town, codes.one, { params: { codeId: 999_999 } })).toBe('404 Code not found')
  })

  test('CD-02 the search looks in chapter, section, name and description, literally', async () => {
    const find = async (search: string) => (await ask(town, codes.list, { search: { search } })).map(({ name }) => name)
    expect(await find('LEASH')).toEqual(['Dogs'])
    expect(await find('fence')).toEqual(['Fences'])
    expect(await find('100%')).toEqual(['Fences'])
    expect(await find('%')).toEqual(['Fences'])
    expect(await find('')).toHaveLength(3)
  })
})

describe('rooms and prompts', () => {
  test('EN-11 an Admin makes a checklist, everybody reads it, in the order of its writing', async () => {
    const as = town.people.admin
    const room = await ask(town, rooms.add, { body: { name: ' Kitchen ' }, as })
    expect(room.name).toBe('Kitchen')
    const params = { roomId: room.id }
    expect(await ask(town, rooms.prompts, { params })).toEqual([])
    const first = await ask(town, rooms.addPrompt, { params, body: { content: 'Stove clean?' }, as })
    await ask(town, rooms.addPrompt, { params, body: { content: 'Alarm there?' }, as })
    const read = async () =>
      (await ask(town, rooms.prompts, { params, as: town.people.guest })).map(({ content }) => content)
    expect(await read()).toEqual(['Stove clean?', 'Alarm there?'])
    await ask(town, prompts.save, { params: { promptId: first.id }, body: { content: '' }, as })
    expect(await read()).toEqual(['', 'Alarm there?'])
    await ask(town, prompts.remove, { params: { promptId: first.id }, as })
    expect(await refusal(town, prompts.remove, { params: { promptId: first.id }, as })).toBe('404 Prompt not found')
    expect(await read()).toEqual(['Alarm there?'])
  })

  test('RM-05 a room is renamed; RM-06 deleted with its prompts, once; C-21 by an Admin only', async () => {
    const as = town.people.admin
    const { id: roomId } = await ask(town, rooms.add, { body: { name: 'Attic' }, as })
    const { id: promptId } = await ask(town, rooms.addPrompt, { params: { roomId }, body: { content: 'Dry?' }, as })
    expect((await ask(town, rooms.rename, { params: { roomId }, body: { name: 'Loft' }, as })).name).toBe('Loft')
    expect(await refusal(town, rooms.remove, { params: { roomId } })).toMatch(/^403/)
    await ask(town, rooms.remove, { params: { roomId }, as })
    expect(await refusal(town, rooms.one, { params: { roomId } })).toBe('404 Room not found')
    expect(await refusal(town, prompts.save, { params: { promptId }, body: { content: 'x' }, as })).toBe(
      '404 Prompt not found',
    )
    expect(await refusal(town, rooms.remove, { params: { roomId }, as })).toBe('404 Room not found')
    expect(await refusal(town, rooms.prompts, { params: { roomId } })).toBe('404 Room not found')
  })
})
