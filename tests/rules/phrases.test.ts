import { expect, test } from 'vitest'
import { phrasesAt, type SeenWords, stillOffered } from '../../src/rules/phrases.ts'

const town = [
  { text: 'Not accessible', room: null, code_id: null },
  { text: 'Sink leaks', room: 'Kitchen', code_id: 7 },
  { text: 'Window painted shut', room: 'Bedroom', code_id: null },
  { text: 'Alarm missing', room: null, code_id: 9 },
]
const wrote = (content: string, room: string, codes: number[] = []) => ({ content, room, codes })
const offered = (at: { room?: string; codes?: number[]; typed?: string }, seen: readonly SeenWords[] = []) => {
  const { room = 'kitchen', codes = [], typed = '' } = at
  return stillOffered(phrasesAt({ room, codes }, town, seen), typed).map((it) => it.text)
}

test('AR-10 phrases of the town are those of the room and of the chosen sections, then those for any', () => {
  expect(offered({})).toEqual(['Sink leaks', 'Not accessible'])
  expect(offered({ codes: [9] })).toEqual(['Alarm missing', 'Sink leaks', 'Not accessible'])
  expect(offered({ room: 'Bedroom' })).toEqual(['Window painted shut', 'Not accessible'])
})

test('AR-10 a text written twice in such a room, or with such a section, is offered; once, or long, is not', () => {
  const seen = [
    wrote('Grease on the hood', 'Kitchen', [3]),
    wrote('grease on the hood ', 'KITCHEN'),
    wrote('Only once', 'Kitchen'),
    wrote('Loose rail', 'Stairs', [9]),
    wrote('Loose rail', 'Porch', [9]),
    wrote('x'.repeat(81), 'Kitchen'),
    wrote('x'.repeat(81), 'Kitchen'),
  ]
  expect(offered({}, seen)).toEqual(['Sink leaks', 'Grease on the hood', 'Not accessible'])
  expect(offered({ codes: [9] }, seen)).toContain('Loose rail')
  expect(stillOffered(phrasesAt({ room: 'Kitchen', codes: [] }, [], seen), '')).toEqual([
    { text: 'Grease on the hood', codeId: 3 },
  ])
})

test('typed text is not offered, nothing is offered twice, and there are at most five', () => {
  expect(offered({ typed: 'The sink LEAKS below. Sink leaks' })).toEqual(['Not accessible'])
  const seen = ['a1', 'a2', 'a3', 'a4', 'a5', 'not accessible'].flatMap((it) => [
    wrote(it, 'Kitchen'),
    wrote(it, 'Kitchen'),
  ])
  expect(offered({}, seen)).toEqual(['Sink leaks', 'a1', 'a2', 'a3', 'a4'])
})
