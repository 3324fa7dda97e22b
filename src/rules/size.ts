const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** '1.2 MB': a number of bytes for people, in steps of 1,000. */
export function sizeText(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  // 999.95 kB would round to '1000 kB'.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  const text = unit === 0 || size >= 9.95 ? Math.round(size).toString() : size.toFixed(1)
  return `${text} ${units[unit]}`
}
