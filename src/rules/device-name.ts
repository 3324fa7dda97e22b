/** What in a browser's name tells the kind of device, first match first. */
export const deviceKinds: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What the office calls a device: its kind, and four signs that tell it from others of its kind ('Android phone 3F2A'). */
export const deviceName = (userAgent: string, id: string): string =>
  `${deviceKinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Device'} ${id.replaceAll('-', '').slice(0, 4).toUpperCase()}`
