import { packChunk } from '../../src/rules/address-book.ts'
import { type AddressLine, chunkSize, type PackedChunk } from '../../src/rules/packed-addresses.ts'

/** A whole list of addresses as the chunks in which a device stores it. */
export const packBook = (addresses: readonly AddressLine[]): PackedChunk[] =>
  Array.from({ length: Math.ceil(addresses.length / chunkSize) }, (_, n) =>
    packChunk(n, addresses.slice(n * chunkSize, (n + 1) * chunkSize)),
  )
