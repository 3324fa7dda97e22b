import { expect, test } from 'vitest'
import { noPreviewText, previewKind } from '../../src/parts/photo-match.ts'
import { contentSecurityPolicy, policyOfWorker } from '../../src/rules/content-security.ts'
import { mayUnpack, pageScale } from '../../src/rules/preview.ts'

test('a picture of 24 megapixels is unpacked, one beyond the limit and one without a size are not', () => {
  expect(mayUnpack({ width: 5712, height: 4284 })).toBe(true)
  expect(mayUnpack({ width: 5000, height: 5000 })).toBe(true)
  expect(mayUnpack({ width: 5001, height: 5000 })).toBe(false)
  expect(mayUnpack({ width: 8064, height: 6048 })).toBe(false)
  expect(mayUnpack({ width: 0, height: 100 })).toBe(false)
})

test('a page is drawn with its longer edge as asked, and the smallest not beyond four times its size', () => {
  expect(pageScale({ width: 612, height: 792 }, 1584)).toBe(2)
  expect(pageScale({ width: 14400, height: 7200 }, 1440)).toBe(0.1)
  expect(pageScale({ width: 10, height: 20 }, 2000)).toBe(4)
})

const server = (content_type: string | null, filename: string) => ({
  own: null,
  server: { url: '/files/1', content_type, filename },
})

test('G-13 a file is previewed by its type, and by its name only if it has no type', () => {
  expect(previewKind(server('application/pdf', 'a'))).toBe('pdf')
  expect(previewKind(server(null, 'A.PDF'))).toBe('pdf')
  expect(previewKind(server('image/jpeg', 'a.pdf'))).toBe(null)
  expect(previewKind(server('image/heif', 'a'))).toBe('heic')
  expect(previewKind(server(null, 'a.heic'))).toBe('heic')
  expect(previewKind(server('image/jpeg', 'a.jpg'))).toBe(null)
})

test('G-13 where no preview can be made the words say why: password, size, no signal, broken', () => {
  const pdf = server('application/pdf', 'a.pdf')
  expect(noPreviewText(pdf, 'locked')).toBe('PDF with a password: open it to read it.')
  expect(noPreviewText(pdf, 'notHere')).toMatch(/with signal/)
  const heic = server('image/heic', 'a.heic')
  expect(noPreviewText(heic, 'tooLarge')).toMatch(/too large/)
  expect(noPreviewText(heic, 'unreadable')).toBe('HEIC picture: it cannot be shown here now.')
})

test('WebAssembly is allowed to the workers of the previews alone, and text as code to nothing', () => {
  expect(contentSecurityPolicy('header')).not.toContain('wasm')
  for (const name of ['heic-preview-worker-C8AzyjTy', 'pdf-preview-worker-_lkLnJP-']) {
    const policy = policyOfWorker(`/assets/${name}.js`)
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).not.toContain("'unsafe-eval'")
  }
  for (const path of ['/assets/photo-worker-C8AzyjTy.js', '/heic-preview-worker-C8AzyjTy.js', '/assets/first-x.js'])
    expect(policyOfWorker(path)).toBe(null)
})
