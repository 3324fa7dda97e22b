import { expect, test } from 'vitest'
import { deviceName } from '../../src/rules/device-name.ts'

const id = '3f2a91c0-0000-4000-8000-000000000000'
const cases: [string, string][] = [
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    'Android phone 3F2A',
  ],
  ['Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'Android tablet 3F2A'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'iPhone 3F2A'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', 'Mac 3F2A'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windows 3F2A'],
  ['', 'Device 3F2A'],
]
test.each(cases)('a device has a name that the office can say on the telephone: %s', (userAgent, name) => {
  expect(deviceName(userAgent, id)).toBe(name)
})
