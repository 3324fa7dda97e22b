/** Bytes as text, one character each, for the marks in file headers. */
export const latin = (bytes: Uint8Array, from: number, length: number): string => {
  let text = ''
  for (const byte of bytes.subarray(from, from + length)) text += String.fromCharCode(byte)
  return text
}

/** Whether the bytes at this place begin with these values; false past the end. */
export const hasBytesAt = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((value, i) => bytes[at + i] === value)

/** Lower-case hexadecimal, as hashes are written in the API. */
export const hex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/**
 * The unsigned number in `size` bytes, big-endian unless `little`. NaN past the end, so that no comparison with it is
 * true.
 */
export const uint = (bytes: Uint8Array, at: number, size: number, little = false): number => {
  let value = 0
  for (let i = 0; i < size; i++) value = value * 256 + (bytes[little ? at + size - 1 - i : at + i] ?? Number.NaN)
  return value
}

/** The parts joined together. */
export const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
