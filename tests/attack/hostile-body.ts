import type { Endpoint } from '../../src/contract/endpoint.ts'
import { formFields } from '../../src/contract/form-fields.ts'
import type { Dice } from './dice.ts'
import { hostileText } from './hostile-values.ts'

/** A body with its content type. */
export interface SentBody {
  type: string | null
  bytes: Buffer
}

/** Pictures, and files that only look like pictures. */
export interface Samples {
  files: readonly Buffer[]
}

/** A value as the body of a call: mostly in the right encoding, sometimes in another, sometimes broken. */
export const hostileBody = (call: Endpoint, value: unknown, dice: Dice, samples: Samples): SentBody => {
  const usual = call.encoding === 'json' ? 'json' : call.encoding === 'form' ? 'form' : 'files'
  const form = dice.percent(90) ? usual : dice.pick(['json', 'form', 'files', 'noise'] as const)
  const body = { json: jsonBody, form: urlBody, files: multipartBody, noise: noiseBody }[form](value, dice, {
    call,
    samples,
  })
  return dice.percent(93) ? body : { ...body, type: dice.pick(strangeTypes) }
}

const strangeTypes = [
  ...[
    '',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
  ],
  ...[
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'multipart/mixed; boundary=x',
  ],
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;charset=\u00ff',
    'image/svg+xml',
    '*/*',
    ';',
    'x',
  ],
  ...[
    'application/xml',
    'application/vnd.api+json',
    'APPLICATION/JSON',
    'application/json, text/html',
    '\u00e9/\u00e9',
  ],
]

interface Around {
  call: Endpoint
  samples: Samples
}

const jsonBody = (value: unknown, dice: Dice): SentBody => ({
  type: 'application/json',
  bytes: dice.percent(75) ? Buffer.from(textOf(value)) : brokenJson(textOf(value), dice),
})

const textOf = (value: unknown): string => JSON.stringify(value) ?? ''

const brokenJson = (text: string, dice: Dice): Buffer => {
  const middle = dice.below(text.length + 1)
  switch (dice.below(12)) {
    case 0:
      return Buffer.from(text.slice(0, middle))
    case 1:
      return Buffer.from(text.replace('{', '{"name":1,"name":2,'))
    case 2:
      return Buffer.from(
        text.replace(
          /:\s*\d+/,
          `:${dice.pick(['1e400', '-1e400', '1E-400', '9'.repeat(400), '01', '-', '.5', '0x1', 'NaN'])}`,
        ),
      )
    case 3:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])
    case 4:
      return Buffer.concat([
        Buffer.from(text.slice(0, middle)),
        Buffer.from([0xff, 0xfe, 0xc0, 0xaf]),
        Buffer.from(text.slice(middle)),
      ])
    case 5:
      return Buffer.from(text, 'utf16le')
    case 6:
      return Buffer.from(`${'['.repeat(dice.pick([64, 65, 1000, 20_000]))}${text}`)
    case 7: {
      const depth = dice.pick([63, 64, 65, 1000, 20_000])
      return Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    }
    case 8:
      return Buffer.from(text.replaceAll('"', "'"))
    case 9:
      return Buffer.from(`${text}${text}`)
    case 10:
      return Buffer.from(text.replace('{', '{"__proto__":{"role":3},"constructor":{"prototype":{"role":3}},'))
    default:
      return Buffer.from(text.replace(/"([^"]*)"/, '"$1\\u0000\\ud800"'))
  }
}

const urlBody = (value: unknown, dice: Dice): SentBody => {
  const pairs = pairsOf(value, dice).map(([name, text]) => `${encode(name)}=${encode(text)}`)
  const text = pairs.join('&')
  const broken = [
    '%',
    '%zz=%',
    '&&&===',
    'a'.repeat(5_000),
    'x=%c0%ae%ff',
    'name=%00',
    '[]=1&a[b]=2',
    `${text}&${text}`,
  ]
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(dice.percent(80) ? text : dice.pick(broken)) }
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** The fields of a form; sometimes one is repeated or has a strange name. */
const pairsOf = (value: unknown, dice: Dice): [string, string][] => {
  const pairs = formFields(value instanceof Object ? value : { name: value })
  const first = pairs[0]
  if (first && dice.percent(10)) pairs.push([first[0], hostileText(dice)])
  if (dice.percent(10)) pairs.push([hostileText(dice), hostileText(dice)])
  return pairs
}

const multipartBody = (value: unknown, dice: Dice, { call, samples }: Around): SentBody => {
  const boundary = dice.percent(90)
    ? 'hostile'
    : dice.pick(['', 'b'.repeat(70), 'b'.repeat(71), "'()+_,-./:=?", 'a b', '--'])
  const line = dice.percent(95) ? '\r\n' : '\n'
  const parts = pairsOf(value, dice).map(([name, text]) => partOf({ name }, Buffer.from(text.toWellFormed()), line))
  const count = dice.percent(97) ? dice.below(3) : 61
  for (let at = 0; at < count; at++) parts.push(filePart(call, dice, samples, line))
  const sent = parts.flatMap((part) => [Buffer.from(`--${boundary}${line}`), part, Buffer.from(line)])
  const end = dice.percent(93)
    ? `--${boundary}--${line}`
    : dice.pick(['', `--${boundary}`, '--other--', `--${boundary}--x`])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: cut(Buffer.concat([...sent, Buffer.from(end)]), dice),
  }
}

const cut = (bytes: Buffer, dice: Dice) => (dice.percent(95) ? bytes : bytes.subarray(0, dice.below(bytes.length + 1)))

const filePart = (call: Endpoint, dice: Dice, { files }: Samples, line: string): Buffer => {
  const name = dice.percent(90) ? call.files || 'files' : hostileText(dice)
  const filename = dice.percent(60) ? dice.pick(['a.jpg', 'b.png', 'c.pdf', 'd.heic']) : hostileText(dice)
  return partOf(
    { name, filename, type: dice.pick(['image/jpeg', 'image/png', 'application/pdf', 'text/html', '', 'x/\u00e9']) },
    dice.pick(files),
    line,
  )
}

interface PartHead {
  name: string
  filename?: string
  type?: string
}

const partOf = ({ name, filename, type }: PartHead, content: Buffer, line: string): Buffer => {
  const quoted = (text: string) =>
    text.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const head = [
    `Content-Disposition: form-data; name="${quoted(name)}"${filename === undefined ? '' : `; filename="${quoted(filename)}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  return Buffer.concat([Buffer.from(`${head.join(line)}${line}${line}`), content])
}

const noiseBody = (_: unknown, dice: Dice): SentBody => ({
  type: dice.pick(strangeTypes),
  bytes: Buffer.from(Array.from({ length: dice.below(2_000) }, () => dice.below(256))),
})
