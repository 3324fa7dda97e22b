import { expect, test } from 'vitest'
import { csvText } from '../../src/rules/csv.ts'

test('a table as CSV begins with a byte order mark, ends each line with CRLF, and quotes what RFC 4180 wants quoted', () => {
  expect(
    csvText(
      ['Name', 'Note'],
      [
        ['Ada', 'plain'],
        ['O’Brien, Ida', 'says "no"'],
        ['two\nlines', null],
      ],
    ),
  ).toBe('\uFEFFName,Note\r\nAda,plain\r\n"O’Brien, Ida","says ""no"""\r\n"two\nlines",\r\n')
  expect(csvText(['a'], [])).toBe('\uFEFFa\r\n')
})

test('numbers and flags are written as they are; text that a spreadsheet would run stays text', () => {
  const lines = (cells: Parameters<typeof csvText>[1][number]) => csvText([], [cells]).slice(3).trimEnd()
  expect(lines([-5, 0, true, false, undefined])).toBe('-5,0,Yes,No,')
  for (const text of ['=1+1', '+1 443', '-2', '@SUM(A1)', ' =cmd', '\t=1']) expect(lines([text])).toBe(`'${text}`)
  expect(lines(['=HYPERLINK("http://x","y")'])).toBe('"\'=HYPERLINK(""http://x"",""y"")"')
  expect(lines(['a=b', '12-14 Elm', 'a@b.example'])).toBe('a=b,12-14 Elm,a@b.example')
})
