/** User agent patterns for each kind of device; the first match counts. */
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

/** The office's name for a device: its kind and four characters that distinguish it ('Android phone 3F2A'). */
export const deviceName = (userAgent: string, id: string): string =>
  `${deviceKinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Device'} ${id.replaceAll('-', '').slice(0, 4).toUpperCase()}`
